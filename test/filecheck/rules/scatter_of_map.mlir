// RUN: lift-opt %s -p 'lift-apply{step="scatter_of_map at %%r" function=plain},lift-apply{step="scatter_of_map at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="scatter_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: %r = lift.scatter %xs by (i) -> (N - i - 1)
// CHECK-NEXT: %ys = lift.map (%x) in %r
// CHECK-NEXT: %y = arith.subf %x, %c
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys
lift.def @plain<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.array<N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.subf %x, %c : f32
    lift.yield %y
  }
  %r = lift.scatter %ys by (i) -> (N - 1 - i)
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: %s = lift.scatter %row by (i) -> ((i + 1) mod M)
// CHECK-NEXT: %ys = lift.map (%p)[k] in %s
// CHECK-NEXT: %a = lift.get %p[1]
// CHECK-NEXT: lift.yield %a
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %ys
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, tuple<i32, i32>>>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row) in %m {
    %ys = lift.map (%p)[k] in %row {
      %a = lift.get %p[1]
      lift.yield %a
    }
    %s = lift.scatter %ys by (i) -> ((i + 1) mod M)
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `scatter_of_map at %r` does not hold: `%r = lift.scatter` is no instance of the left side of `scatter(h, map(f, xs)) = map(f, scatter(h, xs))`, where f does not ask for its position.
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    lift.yield %y
  }
  %r = lift.scatter %ys by (i) -> (N - 1 - i)
  lift.return %r
}
