// RUN: lift-opt %s -p 'lift-apply{step="pad_by_nothing at %%p" function=mirror},lift-apply{step="pad_by_nothing at %%r" function=by_facts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="pad_by_nothing at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @mirror
// CHECK-NEXT: %r = lift.map (%row)[k] in %xs
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @mirror<N>(%xs: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %r = lift.map (%row) in %xs {
    %p = lift.pad mirror 0, 0 %row
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: lift.return %xs
lift.def @by_facts<N, K>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N, i32> where [K le 1] {
  %r = lift.pad constant %c K - 1, 0 %xs
  lift.return %r
}

// REFUSED: error[LIFT0366]: `pad_by_nothing at %r` does not hold: `K eq 1` is not proved; what is known: N ge 1, K ge 1
lift.def @refused<N, K>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N + K - 1, i32> {
  %r = lift.pad constant %c K - 1, 0 %xs
  lift.return %r
}
