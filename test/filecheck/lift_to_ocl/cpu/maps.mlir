// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl,compute_units=2,stores=plain -p lift-to-opencl -t opencl | filecheck %s --check-prefix=PLAIN

// There are at most 32 parts, 16 for each compute unit, of one length but for the last; each goes through its own in order. What
// does little is done by vectors, so that a large result goes past the caches: a part begins at a multiple of a vector.
// CHECK-LABEL: // launched with local = [1], groups = [(N - 1) floordiv (8 * (N floordiv 256) + 8) + 1]
// CHECK-NEXT: kernel void scaled_1(
// CHECK: for (int i1 = 0; i1 < count; i1++) {
// CHECK-NEXT: float8 y = *(global const unaligned_float8 *)(xs + 8 * i + offset + 8 * i1) * (float8)(a);
// CHECK-NEXT: if (N >= 2097152) {
// CHECK-NEXT: __builtin_nontemporal_store(y, (global float8 *)(result + 8 * i + offset + 8 * i1));
// CHECK: for (int i1 = 8 * count; i1 < least; i1++) {
// CHECK-NEXT: result[8 * i + offset + i1] = xs[8 * i + offset + i1] * a;

// Plain loops are left to the compiler of the device.
// PLAIN-LABEL: // launched with local = [1], groups = [(N + N floordiv 32) floordiv (N floordiv 32 + 1)]
// PLAIN-NEXT: kernel void scaled_1(
// PLAIN: for (int i = wg_id; i < end; i += groups) {
// PLAIN-NEXT: int least = N - i * (N / 32) - i < N / 32 + 1 ? N - i * (N / 32) - i : N / 32 + 1;
// PLAIN-NEXT: int offset = i * (N / 32);
// PLAIN-NEXT: for (int i1 = 0; i1 < least; i1++) {
// PLAIN-NEXT: result[i + offset + i1] = xs[i + offset + i1] * a;
lift.def @scaled<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %y = arith.mulf %x, %a : f32
    lift.yield %y
  }
  lift.return %r
}

// Whether a row is aligned is a matter of its length.
// CHECK-LABEL: kernel void rows_1(
// CHECK: if (M * N >= 2097152 && M % 8 == 0) {
lift.def @rows<N, M>(%xs: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row) in %xs {
    %line = lift.map (%x) in %row {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %line
  }
  lift.return %r
}

// What chooses is a plain loop, and what is too small for it.
// CHECK-LABEL: kernel void positive_1(
// CHECK-NOT: int8
lift.def @positive<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %c = arith.cmpi sgt, %x, %zero : i32
    %y = arith.select %c, %x, %zero : i32
    lift.yield %y
  }
  lift.return %r
}

// CHECK-LABEL: kernel void few_1(
// CHECK-NOT: int8
lift.def @few(%xs: !lift.array<1000, i32>) -> !lift.array<1000, i32> {
  %r = lift.map (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  lift.return %r
}

// What is returned and only rearranged is copied by such a map.
// CHECK-LABEL: kernel void whole_1(
// CHECK: float8 element = *(global const unaligned_float8 *)(xs + 8 * i + offset + 8 * i1);
// CHECK: __builtin_nontemporal_store(element, (global float8 *)(result + 8 * i + offset + 8 * i1));
lift.def @whole<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N * M, f32> {
  %r = lift.join %xs
  lift.return %r
}
