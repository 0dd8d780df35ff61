// RUN: lift-opt %s -p 'lift-apply{step="join_to_seq at %%r" function=given},lift-apply{step="join_to_seq at %%j" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="join_to_seq at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @given
// CHECK-NEXT: %r = ocl.join_seq upto M * N %rows
// CHECK-NEXT: lift.return %r
lift.def @given<N, M>(%rows: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>) -> !lift.exists<X upto M * N, !lift.array<X, i32>> {
  %r = lift.join %rows upto M * N
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%m) in %ms
// CHECK-NEXT: %rows = lift.map (%row) in %m
// CHECK-NEXT: %s = lift.filter (%x) in %row
// CHECK-NEXT: %keep = arith.cmpf ogt, %x, %c
// CHECK-NEXT: lift.yield %keep
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: %j = ocl.join_seq upto 2 * M %rows
// CHECK-NEXT: lift.yield %j
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%ms: !lift.array<N, !lift.array<2, !lift.array<M, f32>>>, %c: f32) -> !lift.array<N, !lift.exists<X upto 2 * M, !lift.array<X, f32>>> {
  %r = lift.map (%m) in %ms {
    %rows = lift.map (%row) in %m {
      %s = lift.filter (%x) in %row {
        %keep = arith.cmpf ogt, %x, %c : f32
        lift.yield %keep
      }
      lift.yield %s
    }
    %j = lift.join %rows
    lift.yield %j
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `join_to_seq at %r` does not hold: `%r = lift.join` is no instance of the left side of `join(rows) = join_seq(rows)`, for rows of hidden length
lift.def @refused<N, M>(%rows: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<M * N, i32> {
  %r = lift.join %rows
  lift.return %r
}
