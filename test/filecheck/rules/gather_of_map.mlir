// RUN: lift-opt %s -p 'lift-apply{step="gather_of_map at %%r" function=positions},lift-apply{step="gather_of_map at %%r" function=more}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="gather_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.gather %xs by (i) -> (N - i - 1)
// CHECK-NEXT: %ys = lift.map (%x)[k] in %r
// CHECK-NEXT: %i = lift.nat N - k - 1
// CHECK-NEXT: %t = lift.tuple %x, %i
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %t = lift.tuple %x, %i
    lift.yield %t
  }
  %r = lift.gather %ys by (i) -> (N - 1 - i)
  lift.return %r
}

// Some elements are read twice.
// CHECK-LABEL: lift.def @more
// CHECK-NEXT: %r = lift.gather %xs size 2 * N by (i) -> (i floordiv 2)
// CHECK-NEXT: %ys = lift.map (%x) in %r
// CHECK-NEXT: %y = arith.subf %c, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys
lift.def @more<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.array<2 * N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.subf %c, %x : f32
    lift.yield %y
  }
  %r = lift.gather %ys size 2 * N by (i) -> (i floordiv 2)
  lift.return %r
}

// REFUSED: error[LIFT0366]: `gather_of_map at %r` does not hold: `%r = lift.gather` is no instance of the left side of `gather(h, map(f, xs)) = map(f, gather(h, xs))`
lift.def @refused<N>(%xs: !lift.array<N, i32>, %zero: i32) -> !lift.array<N, i32> {
  %ys = lift.scan (%acc, %x) in %xs from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %r = lift.gather %ys by (i) -> (N - 1 - i)
  lift.return %r
}
