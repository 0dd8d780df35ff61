// RUN: lift-opt %s -p 'lift-to-opencl{strategy=plain}' -t opencl | filecheck %s

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
