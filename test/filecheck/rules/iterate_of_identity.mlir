// RUN: lift-opt %s -p 'lift-apply{step="iterate_of_identity at %%r" function=plain},lift-apply{step="iterate_of_identity at %%same" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="iterate_of_identity at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %xs
lift.def @plain<N, K>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, tuple<i32, i32>>>) -> !lift.array<N, !lift.array<M, tuple<i32, i32>>> {
  %r = lift.map (%row) in %m {
    %same = lift.iterate 3 (%t)[n] in %row {
      lift.yield %t
    }
    lift.yield %same
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `iterate_of_identity at %r` does not hold: `%r = lift.iterate` is no instance of the left side of `iterate(m, x -> x, xs) = xs`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 2 (%t)[n] in %xs {
    %p = lift.gather %t by (i) -> (n - 1 - i)
    lift.yield %p
  }
  lift.return %r
}
