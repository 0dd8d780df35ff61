// RUN: lift-opt %s -p 'lift-apply{step="slide_without_overlap at %%r" function=windows},lift-apply{step="slide_without_overlap at %%r" function=by_facts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slide_without_overlap at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @windows
// CHECK-NEXT: %r = lift.split 4 %xs
// CHECK-NEXT: lift.return %r
lift.def @windows<N>(%xs: !lift.array<4 * N, f32>) -> !lift.array<N, !lift.array<4, f32>> {
  %r = lift.slide 4 by 4 %xs
  lift.return %r
}

// Two names for one number.
// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: %r = lift.split K %xs
// CHECK-NEXT: lift.return %r
lift.def @by_facts<K, L>(%xs: !lift.array<3 * K, tuple<i32, i32>>) -> !lift.array<3, !lift.array<K, tuple<i32, i32>>> where [K eq L] {
  %r = lift.slide K by L %xs
  lift.return %r
}

// REFUSED: error[LIFT0366]: `slide_without_overlap at %r` does not hold: `%r = lift.slide` is no instance of the left side of `slide(n, n, xs) = split(n, xs)`
lift.def @refused<N>(%xs: !lift.array<N + 2, f32>) -> !lift.array<N, !lift.array<3, f32>> {
  %r = lift.slide 3 by 1 %xs
  lift.return %r
}
