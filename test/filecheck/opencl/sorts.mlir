// RUN: lift-opt %s -p 'lift-to-opencl{strategy=plain}' -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl -p 'lift-to-opencl' -t opencl | filecheck %s --check-prefix=BLOCK

// Three kernels a digit: how often each is in each part, where these begin, and the elements there.
// CHECK-LABEL: kernel void numbers_1(
// CHECK:         counts[256 * k + {{[a-z]+}}] = 0;
// CHECK:         int digit = (int)xs[{{.*}}] & 255;
// CHECK:         (counts + 256 * k)[digit] = (int)((uint)(counts + 256 * k)[digit] + (uint)1);
// CHECK-LABEL: kernel void numbers_2(
// CHECK:         ends[
// CHECK-LABEL: kernel void numbers_3(
// CHECK:         int counters[256];
// CHECK:         uchar x = xs[
// CHECK:         int place = counters[counter];
// CHECK-NEXT:    counters[counter] = (int)((uint)place + (uint)1);
// CHECK-NEXT:    result[place] = x;
// CHECK-NOT:   kernel void numbers_4(

// A device that likes several loads under way has them before the first of their stores.
// BLOCK-LABEL: kernel void numbers_3(
// BLOCK:         for (int block = 0; block < count; block++) {
// BLOCK-NEXT:      uchar x = xs[{{.*}} + 4 * block];
// BLOCK:           uchar x3 = xs[{{.*}} + 4 * block + 3];
// BLOCK-NEXT:      int counter3 = (int)x3 & 255;
// BLOCK-NEXT:      int place = counters[counter];
// BLOCK-NEXT:      counters[counter] = (int)((uint)place + (uint)1);
// BLOCK-NEXT:      result[place] = x;
// BLOCK-NEXT:      int place1 = counters[counter1];
// BLOCK:           result[place3] = x3;
// BLOCK-NEXT:    }
// BLOCK-NEXT:    for (int [[K:.*]] = 4 * count; [[K]] < least; [[K]]++) {
// BLOCK-NEXT:      uchar x = xs[
lift.def @numbers<N>(%xs: !lift.array<N, ui8>) -> !lift.array<N, ui8> {
  %r = lift.sort %xs
  lift.return %r
}

// Of the work items of a group that each have a row, one stores.
// CHECK-LABEL: {{^}}void groups_1(
// CHECK:         if (l_id == 0) {
// CHECK:           int counters[4];
lift.def @groups<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %starts: !lift.array<N, !lift.array<4, i32>>)
    -> !lift.array<M * N, i32> launch(local = [64], groups = [N]) {
  %three = arith.constant 3 : i32
  %r = ocl.scatter_wrg<0> size M * N (%x) in %xss at %starts {
    %d = arith.andi %x, %three : i32
    %t = lift.tuple %d, %x
    lift.yield %t
  }
  lift.return %r
}

// What 32 bits have is loaded by vectors there, and so the digits are computed, before the first is stored.
// CHECK-LABEL: kernel void pairs_3(
// CHECK-NOT:     float8
// BLOCK-LABEL: kernel void pairs_3(
// BLOCK:         for (int i = 0; i < count; i++) {
// BLOCK:           float8 [[X:.*]] = *(global const unaligned_float8 *)(pairs0 + {{.*}} + 8 * i);
// BLOCK:           int8 [[DIGITS:.*]] = {{.*}} & (int8)(255);
// BLOCK:           int8 [[I:.*]] = *(global const unaligned_int8 *)(pairs1 + {{.*}} + 8 * i);
// BLOCK:           int place = counters[
// BLOCK:           moved0[place] = [[X]].s0;
// BLOCK-NEXT:      moved1[place] = [[I]].s0;
// BLOCK:           moved1[place7] = [[I]].s7;
// BLOCK:         for (int [[K:.*]] = 8 * count; [[K]] < least; [[K]]++) {
lift.def @pairs<N>(%pairs: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, tuple<f32, i32>> {
  %r = lift.sort (%pair) in %pairs {
    %key = lift.get %pair[0]
    lift.yield %key
  }
  lift.return %r
}
