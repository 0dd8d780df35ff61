// RUN: lift-opt %s -p 'lift-apply{step="partition_of_map at %%r" function=growing},lift-apply{step="partition_of_map at %%r" function=chunks}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="partition_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @growing
// CHECK-NEXT: %r = lift.partition %xs into N by (i) -> (2 * i + 1)
// CHECK-NEXT: %ys_n = lift.map (%xs.2)[i] in %r
// CHECK-NEXT: %ys = lift.map (%x) in %xs.2
// CHECK-NEXT: %y = arith.subf %x, %c
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %ys
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys_n
lift.def @growing<N>(%xs: !lift.array<N * N, f32>, %c: f32) -> !lift.array<i : N, !lift.array<2 * i + 1, f32>> {
  %ys = lift.map (%x) in %xs {
    %y = arith.subf %x, %c : f32
    lift.yield %y
  }
  %r = lift.partition %ys into N by (i) -> (2 * i + 1)
  lift.return %r
}

// A position that has a name and no use.
// CHECK-LABEL: lift.def @chunks
// CHECK-NEXT: %r = lift.partition %xs into (N + 3) floordiv 4 by (i) -> (min(N - 4 * i, 4))
// CHECK-NEXT: %ys_n = lift.map (%xs.2)[i] in %r
// CHECK-NEXT: %ys = lift.map (%p)[k] in %xs.2
// CHECK-NEXT: %a = lift.get %p[0]
// CHECK-NEXT: %b = lift.get %p[1]
// CHECK-NEXT: %y = arith.subi %a, %b
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %ys
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys_n
lift.def @chunks<N>(%xs: !lift.array<N, tuple<i32, i32>>) -> !lift.array<i : (N + 3) floordiv 4, !lift.array<min(N - 4 * i, 4), i32>> {
  %ys = lift.map (%p)[k] in %xs {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %y = arith.subi %a, %b : i32
    lift.yield %y
  }
  %r = lift.partition %ys into (N + 3) floordiv 4 by (i) -> (min(N - 4 * i, 4))
  lift.return %r
}

// REFUSED: error[LIFT0366]: `partition_of_map at %r` does not hold: `%r = lift.partition` is no instance of the left side of `partition(m, g, map(f, xs)) = map(map(f), partition(m, g, xs))`, where f does not ask for its position.
lift.def @refused<N>(%xs: !lift.array<N * N, i32>) -> !lift.array<i : N, !lift.array<2 * i + 1, i32>> {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.addi %x, %i : i32
    lift.yield %y
  }
  %r = lift.partition %ys into N by (i) -> (2 * i + 1)
  lift.return %r
}
