// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s

// CHECK-LABEL: kernel void read_1
// CHECK: g % 2 == 0 ? xs[g / 2] : ys[g / 2]
lift.def @read<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  %both = extra.interleave %xs, %ys
  %r = lift.map (%x) in %both {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}

// One loop for each op that computes, no memory between them, and no division.
// CHECK-LABEL: kernel void streams_1
// CHECK-NOT: float {{[a-z]}}[
// CHECK: float s = seeds[g];
// CHECK-NEXT: int offset = 2 * g * N;
// CHECK-NEXT: float x = s;
// CHECK-NEXT: for (int i = 0; i < N; i++) {
// CHECK-NEXT: float y = x + s;
// CHECK-NEXT: result[offset + 2 * i] = y;
// CHECK-NEXT: x = y;
// CHECK: for (int i = 0; i < N; i++) {
// CHECK: result[offset + 2 * i + 1] = y;
lift.def @streams<N, M>(%seeds: !lift.array<M, f32>) -> !lift.array<M, !lift.array<2 * N, f32>> {
  %r = lift.map (%s) in %seeds {
    %a = extra.unfold N (%x) from %s {
      %y = arith.addf %x, %s : f32
      lift.yield %y
    }
    %b = extra.unfold N (%x) from %s {
      %y = arith.mulf %x, %s : f32
      lift.yield %y
    }
    %both = extra.interleave %a, %b
    lift.yield %both
  }
  lift.return %r
}
