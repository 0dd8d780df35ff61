// RUN: lift-opt %s -p 'lift-apply{step="slice_of_all at %%r" function=by_facts},lift-apply{step="slice_of_all at %%s" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_all at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_all at %%r" function=later}' 2>&1 | filecheck %s --check-prefix=LATER

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: lift.return %xs
lift.def @by_facts<N>(%xs: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> where [N mod 2 eq 0] {
  %r = lift.slice %xs from 0 size 2 * (N floordiv 2)
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %s = lift.slice %row from 0 size k + 1
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `slice_of_all at %r` does not hold: `N eq 2 * (N floordiv 2)` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<2 * (N floordiv 2), f32> {
  %r = lift.slice %xs from 0 size 2 * (N floordiv 2)
  lift.return %r
}

// LATER: error[LIFT0366]: `slice_of_all at %r` does not hold: `%r = lift.slice` is no instance of the left side of `slice(0, n, xs) = xs`, where n is the length of xs.
lift.def @later<N>(%xs: !lift.array<N + 1, i32>) -> !lift.array<N, i32> {
  %r = lift.slice %xs from 1 size N
  lift.return %r
}
