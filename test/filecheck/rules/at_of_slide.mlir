// RUN: lift-opt %s -p 'lift-apply{step="at_of_slide at %%r" function=number},lift-apply{step="at_of_slide at %%w" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_slide at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @number
// CHECK-NEXT: %r = lift.slice %xs from 2 size 3
// CHECK-NEXT: lift.return %r
lift.def @number<N>(%xs: !lift.array<2 * N + 5, f32>) -> !lift.array<3, f32> {
  %s = lift.slide 3 by 2 %xs
  %r = lift.at %s[1]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.map (%y)[k] in %ys
// CHECK-NEXT: %w = lift.slice %xs from k size 3
// CHECK-NEXT: %t = lift.tuple %y, %w
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N>(%xs: !lift.array<N + 2, i32>, %ys: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, !lift.array<3, i32>>> {
  %s = lift.slide 3 by 1 %xs
  %r = lift.map (%y)[k] in %ys {
    %w = lift.at %s[k]
    %t = lift.tuple %y, %w
    lift.yield %t
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `at_of_slide at %r` does not hold: `%r = lift.at` is no instance of the left side of `at(slide(n, t, xs), e) = slice(t * e, n, xs)`
lift.def @refused<N>(%xs: !lift.array<N + 2, i32>) -> !lift.array<N, i32> {
  %s = lift.slide 3 by 1 %xs
  %t = lift.transpose %s
  %r = lift.at %t[1]
  lift.return %r
}
