// RUN: lift-opt %s -t opencl | filecheck %s
// RUN: lift-opt %s -t 'opencl{long=true}' | filecheck %s --check-prefix=LONG

// Values stand in an index in the order of their declarations, names of nats behind.
// CHECK-LABEL: kernel void order(
kernel.func @order<A>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK: int wg = get_group_id(0);
  %wg = kernel.group_id 0
  // CHECK-NEXT: int l = get_local_id(0);
  %l = kernel.local_id 0
  // CHECK-NEXT: for (int i = 0; i < A; i++) {
  kernel.for %i = 0 to A step 1 {
    // CHECK-NEXT: x[wg * A + 2 * l + i + A] = a;
    kernel.store %a, %x[%wg * A + %i + 2 * %l + A]
  }
}

// Powers of two are shifts, with parentheses where they are in something else.
// CHECK-LABEL: kernel void shifts(
// LONG-LABEL: kernel void shifts(
kernel.func @shifts<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK: int g = get_global_id(0);
  %g = kernel.global_id 0
  // CHECK-NEXT: for (int r = 0; r < 6; r++) {
  kernel.for %r = 0 to 6 step 1 {
    // CHECK-NEXT: if (g < (N >> r)) {
    kernel.if %g lt N floordiv pow(2, %r) {
      // CHECK-NEXT: x[1 << (5 - r)] = a;
      // LONG: x[1L << (5 - r)] = a;
      kernel.store %a, %x[pow(2, 5 - %r)]
      // CHECK-NEXT: x[100 >> r] = a;
      // LONG-NEXT: x[100L >> r] = a;
      kernel.store %a, %x[100 floordiv pow(2, %r)]
      // CHECK-NEXT: x[(g + N) >> (2 * r + 1)] = a;
      kernel.store %a, %x[(%g + N) floordiv (2 * pow(4, %r))]
      // CHECK-NEXT: x[g & ((1 << r) - 1)] = a;
      kernel.store %a, %x[%g mod pow(2, %r)]
      // CHECK-NEXT: x[3 * (g >> r) + 64 * ((r + 1) % 2)] = a;
      kernel.store %a, %x[3 * (%g floordiv pow(2, %r)) + 64 * ((%r + 1) mod 2)]
      // CHECK-NEXT: x[(g + 1) / (3 * (1 << r))] = a;
      kernel.store %a, %x[(%g + 1) floordiv (3 * pow(2, %r))]
      // CHECK-NEXT: vstore2((float2)(a), 0, x + (g & ((1 << r) - 1)));
      %v = kernel.vector %a : vector<2xf32>
      kernel.vstore %v, %x[%g mod pow(2, %r)]
    }
  }
}

// A table whose name OpenCL has taken is called something else.
// CHECK-LABEL: kernel void tables(
// CHECK-SAME: global const int *restrict half_1, global const int *restrict step_1)
kernel.func @tables<N, half[N]>(%x: !kernel.buffer<global, f32>, %a: f32) sums [step[N] by (i) -> (half[i])] {
  // CHECK: int g = get_global_id(0);
  %g = kernel.global_id 0
  // CHECK-NEXT: if (g < N) {
  kernel.if %g lt N {
    // CHECK-NEXT: x[step_1[g] + half_1[g]] = a;
    kernel.store %a, %x[half[%g] + sum(i : %g, half[i])]
  }
}
