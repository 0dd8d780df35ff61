// RUN: lift-opt %s -p 'lift-apply{step="at_of_concat at %%r" function=second},lift-apply{step="at_of_concat at %%x" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_concat at %%x" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @second
// CHECK-NEXT: %r = lift.at %b[2]
// CHECK-NEXT: lift.return %r
lift.def @second<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> f32 {
  %all = lift.concat %a, %b
  %r = lift.at %all[N + 2]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.generate [i : N]
// CHECK-NEXT: %x = lift.at %a[i]
// CHECK-NEXT: lift.yield %x
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N>(%a: !lift.array<N, tuple<i32, i32>>, %b: !lift.array<2, tuple<i32, i32>>) -> !lift.array<N, tuple<i32, i32>> {
  %all = lift.concat %b, %a
  %r = lift.generate [i : N] {
    %x = lift.at %all[i + 2]
    lift.yield %x
  }
  lift.return %r
}

// Some of the elements are of the first array, and some of the second.
// REFUSED: error[LIFT0366]: `at_of_concat at %x` does not hold: `%x = lift.at` is no instance of the left side of `at(concat(.., x, ..), e) = at(x, e - b)`, where x begins at b and has the element.
lift.def @refused<N>(%a: !lift.array<N, i32>, %b: !lift.array<2, i32>) -> !lift.array<N, i32> {
  %all = lift.concat %b, %a
  %r = lift.generate [i : N] {
    %x = lift.at %all[i]
    lift.yield %x
  }
  lift.return %r
}
