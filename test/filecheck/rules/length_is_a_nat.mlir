// RUN: lift-opt %s -p 'lift-apply{step="length_is_a_nat at %%r" function=padded},lift-apply{step="length_is_a_nat at %%n" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="length_is_a_nat at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @padded
// CHECK-NEXT: %r = lift.nat N + 2
// CHECK-NEXT: lift.return %r
lift.def @padded<N>(%xs: !lift.array<N, f32>) -> i32 {
  %p = lift.pad clamp 1, 1 %xs
  %r = lift.length %p : i32
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %n = lift.nat 2 * k + 1
// CHECK-NEXT: lift.yield %n
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<2 * i + 1, tuple<f32, i32>>>) -> !lift.array<N, i64> {
  %r = lift.map (%row)[k] in %xss {
    %n = lift.length %row : i64
    lift.yield %n
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `length_is_a_nat at %r` does not hold: `%r = lift.length` is no instance of the left side of `length(xs) = n`, for xs of type `array<n, T>`
lift.def @refused<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i32 {
  %r = lift.length %e : i32
  lift.return %r
}
