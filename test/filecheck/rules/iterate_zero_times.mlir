// RUN: lift-opt %s -p 'lift-apply{step="iterate_zero_times at %%r" function=never},lift-apply{step="iterate_zero_times at %%r" function=by_facts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="iterate_zero_times at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @never
// CHECK-NEXT: lift.return %xs
lift.def @never<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 0 (%t)[n] in %xs {
    %p = lift.pad clamp 1, 0 %t
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: lift.return %xs
lift.def @by_facts<N, K>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> where [K le 1] {
  %r = lift.iterate K - 1 (%t)[n] in %xs {
    %p = lift.gather %t by (i) -> (n - 1 - i)
    lift.yield %p
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `iterate_zero_times at %r` does not hold: `K eq 0` is not proved; what is known: N ge 1, K ge 1
lift.def @refused<N, K>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %p = lift.gather %t by (i) -> (n - 1 - i)
    lift.yield %p
  }
  lift.return %r
}
