// RUN: lift-opt %s -p 'lift-apply{step="at_of_gather at %%r" function=number},lift-apply{step="at_of_gather at %%e" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_gather at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @number
// CHECK-NEXT: %r = lift.at %xs[N - 3]
// CHECK-NEXT: lift.return %r
lift.def @number<N>(%xs: !lift.array<N, tuple<f32, i32>>) -> tuple<f32, i32> where [N ge 3] {
  %s = lift.gather %xs by (i) -> (N - 1 - i)
  %r = lift.at %s[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.map (%x)[k] in %xs
// CHECK-NEXT: %e = lift.at %xs[(k + 1) mod N]
// CHECK-NEXT: %y = arith.subi %e, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %s = lift.gather %xs by (i) -> ((i + 1) mod N)
  %r = lift.map (%x)[k] in %xs {
    %e = lift.at %s[k]
    %y = arith.subi %e, %x : i32
    lift.yield %y
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `at_of_gather at %r` does not hold: `%r = lift.at` is no instance of the left side of `at(gather(f, xs), e) = at(xs, f(e))`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> f32 {
  %s = lift.scatter %xs by (i) -> (N - 1 - i)
  %r = lift.at %s[0]
  lift.return %r
}
