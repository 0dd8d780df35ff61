// RUN: lift-opt %s --profile pocl -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s --check-prefix GENERIC

// Eight elements at once into a private block, then what is left of it; the block is copied.
// CHECK-LABEL: kernel void more_3(
// CHECK:      float block[512];
// CHECK:      int count1 = least1 / 8;
// CHECK:      for (int i = 0; i < count1; i++) {
// CHECK:      lanes_kept(
// CHECK-NEXT: *(private unaligned_float8 *)(block + kept) = to_front_float8({{[a-z]+}}, kept1);
// CHECK:      for (int i = 8 * count1; i < least1; i++) {
// CHECK:      for (int i = 0; i < kept; i++) {
// CHECK-NEXT: result[begin + done + i] = block[i];
// GENERIC-LABEL: kernel void more_3(
// GENERIC-NOT: kept1
lift.def @more<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %keep = arith.cmpf ogt, %x, %t : f32
    lift.yield %keep
  }
  lift.return %r
}

// Another kernel counts what is kept, and may contract the product and the sum otherwise: so the condition is evaluated as
// there, for one element at a time.
// CHECK-LABEL: kernel void contracted_3(
// CHECK-NOT: lanes_kept
lift.def @contracted<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %p, %x : f32
    %keep = arith.cmpf ogt, %s, %t : f32
    lift.yield %keep
  }
  lift.return %r
}

// Places where neighbours differ: a position is a vector of numbers, and only the first vector has no neighbour before it.
// CHECK-LABEL: kernel void places_3(
// CHECK:      for (int i = 0; i < count1; i++) {
// CHECK:      if (64 * block1 + i >= 1) {
// CHECK-NEXT: int8 {{.*}} = *(global const unaligned_int8 *)(xs + 65536 * k1 + 512 * block1 + 8 * i - 1);
// CHECK:      (int8)(0, 1, 2, 3, 4, 5, 6, 7)) + as_uint8((int8)(65536 * k1 + 512 * block1 + 8 * i))
// CHECK:      *(private unaligned_int8 *)(block + kept) = to_front_int8({{[a-z0-9]+}}, kept1);
// GENERIC-LABEL: kernel void places_3(
// GENERIC-NOT: kept1
lift.def @places<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %before = lift.gather %xs by (i) -> (if(i ge 1, i - 1, i))
  %both = lift.zip %before, %xs
  %r = lift.filter (%pair)[i] in %both {
    %a = lift.get %pair[0]
    %b = lift.get %pair[1]
    %differ = arith.cmpi ne, %a, %b : i32
    %i = lift.nat i
    %keep = lift.tuple %differ, %i
    lift.yield %keep
  }
  lift.return %r
}

// Of what is kept there are a vector for each scalar; all are moved by the same mask.
// CHECK-LABEL: kernel void pairs_3(
// CHECK:      float block[512];
// CHECK:      int block1[512];
// CHECK:      *(private unaligned_float8 *)(block + kept) = to_front_float8(
// CHECK:      *(private unaligned_int8 *)(block1 + kept) = to_front_int8(
lift.def @pairs<N>(%xs: !lift.array<N, tuple<f32, i32>>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, i32>>> {
  %r = lift.filter (%pair) in %xs {
    %x = lift.get %pair[0]
    %keep = arith.cmpf ogt, %x, %t : f32
    lift.yield %keep
  }
  lift.return %r
}

// A position that does not grow by the same from one to the next is for one element at a time.
// CHECK-LABEL: kernel void halves_3(
// CHECK-NOT: lanes_kept
lift.def @halves<N>(%xs: !lift.array<N, f32>, %t: f32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.filter (%x)[i] in %xs {
    %keep = arith.cmpf ogt, %x, %t : f32
    %half = lift.nat i floordiv 2
    %both = lift.tuple %keep, %half
    lift.yield %both
  }
  lift.return %r
}
