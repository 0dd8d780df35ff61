// RUN: lift-opt %s -p 'lift-apply{step="get_of_at_of_zip at %%b" function=number},lift-apply{step="get_of_at_of_zip at %%a" function=unchecked}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="get_of_at_of_zip at %%a" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @number
// CHECK-NEXT: %r = lift.generate [i : N]
// CHECK-NEXT: %b = lift.at %y[N - i - 1]
// CHECK-NEXT: lift.yield %b
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @number<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = lift.zip %x, %y
  %r = lift.generate [i : N] {
    %e = lift.at %z[N - 1 - i]
    %b = lift.get %e[1]
    lift.yield %b
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @unchecked
// CHECK-NEXT: %a = lift.at_unchecked %x[%i]
// CHECK-NEXT: lift.return %a
lift.def @unchecked(%x: !lift.array<100, f32>, %y: !lift.array<100, i32>, %i: i32) -> f32 {
  %z = lift.zip %x, %y
  %e = lift.at_unchecked %z[%i]
  %a = lift.get %e[0]
  lift.return %a
}

// Where there is no element, it is the part of another value.
// REFUSED: error[LIFT0366]: `get_of_at_of_zip at %a` does not hold: `%a = lift.get` is no instance of the left side of `get(i, at(zip(a0, a1, ..), e)) = at(ai, e)`, for a number e, or unchecked.
lift.def @refused<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>, %i: i32, %other: tuple<f32, i32>) -> f32 {
  %z = lift.zip %x, %y
  %e = lift.at %z[%i] else %other
  %a = lift.get %e[0]
  lift.return %a
}
