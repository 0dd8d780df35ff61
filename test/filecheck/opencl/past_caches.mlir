// RUN: lift-opt %s --profile pocl -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl_inlining -t opencl | filecheck %s --check-prefix=VLOAD

// What is stored past the caches is aligned, which must be proved; else it is a plain store.

// CHECK-LABEL: kernel void stores(
// VLOAD-LABEL: kernel void stores(
kernel.func @stores<N, M>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f64>) where [N mod 4 eq 0] {
  %g = kernel.global_id 0
  %v = kernel.vload 4 %x[4 * %g]
  %w = kernel.vload 2 %x[4 * %g]
  %u = kernel.vload 2 %y[4 * %g]
  %t = kernel.vload 3 %x[4 * %g]
  %e = kernel.load %x[%g]
  // CHECK:      __builtin_nontemporal_store(v, (global float4 *)(x + 4 * g + N));
  // VLOAD:      __builtin_nontemporal_store(v, (global float4 *)(x + 4 * g + N));
  kernel.vstore %v, %x[4 * %g + N] past_caches
  // CHECK-NEXT: __builtin_nontemporal_store({{.*}}, (global double2 *)(y + 2 * g));
  kernel.vstore %u, %y[2 * %g] past_caches
  // Nobody asked for it.
  // CHECK-NEXT: *(global unaligned_float4 *)(x + 4 * g) = v;
  // VLOAD:      vstore4(v, 0, x + 4 * g);
  kernel.vstore %v, %x[4 * %g]
  // The index may be no multiple of the width.
  // CHECK-NEXT: *(global unaligned_float4 *)(x + 4 * g + M) = v;
  // VLOAD:      vstore4(v, 0, x + 4 * g + M);
  kernel.vstore %v, %x[4 * %g + M] past_caches
  // CHECK-NEXT: *(global unaligned_float4 *)(x + 2 * g) = v;
  kernel.vstore %v, %x[2 * %g] past_caches
  // It is smaller than 16 bytes, has no room of its own, or is no vector.
  // CHECK-NEXT: *(global unaligned_float2 *)(x + 2 * g) =
  kernel.vstore %w, %x[2 * %g] past_caches
  // CHECK-NEXT: vstore3({{.*}}, 0, x + 3 * g);
  kernel.vstore %t, %x[3 * %g] past_caches
  // CHECK-NEXT: x[g] =
  kernel.store %e, %x[%g] past_caches
}

// Where conditions on sizes are given, it is aligned where they hold, and they are asked where nothing says whether they do.
// CHECK-LABEL: kernel void asked(
kernel.func @asked<N, M>(%x: !kernel.buffer<global, f32>) where [M ge 4] {
  %g = kernel.global_id 0
  %v = kernel.vload 4 %x[4 * %g]
  // CHECK:      if (N % 4 == 0 && M >= 1000) {
  // CHECK-NEXT:   __builtin_nontemporal_store(v, (global float4 *)(x + 4 * g + N));
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   *(global unaligned_float4 *)(x + 4 * g + N) = v;
  // CHECK-NEXT: }
  // VLOAD:      vstore4(v, 0, x + 4 * g + N);
  kernel.vstore %v, %x[4 * %g + N] past_caches where [N mod 4 eq 0, M ge 1000]
  // CHECK-NEXT: __builtin_nontemporal_store(v, (global float4 *)(x + 4 * g));
  kernel.vstore %v, %x[4 * %g] past_caches where [M ge 3]
  // One that never holds, and one that says nothing of where it is aligned.
  // CHECK-NEXT: *(global unaligned_float4 *)(x + 4 * g) = v;
  kernel.vstore %v, %x[4 * %g] past_caches where [M lt 4]
  // CHECK-NEXT: *(global unaligned_float4 *)(x + 4 * g + M) = v;
  kernel.vstore %v, %x[4 * %g + M] past_caches where [N mod 4 eq 0]
}
