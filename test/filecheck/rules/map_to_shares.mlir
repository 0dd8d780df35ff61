// RUN: lift-opt %s -p 'lift-apply{step="map_to_shares d=0 m=16 at %%r" function=sums}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_shares d=0 m=16 at %%r" function=even}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @sums
// CHECK: %r = ocl.map_shares<0> into 16 (%row)[k] in %xss : !lift.array<N, i32> {
// CHECK: lift.return %r
lift.def @sums<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %xss {
    %s = lift.length %row : i32
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_to_shares d=0 m=16 at %r` does not hold: the elements are no rows that differ in length
lift.def @even<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %xss {
    %s = lift.length %row : i32
    lift.yield %s
  }
  lift.return %r
}
