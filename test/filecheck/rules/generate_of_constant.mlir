// RUN: lift-opt %s -p 'lift-apply{step="generate_of_constant at %%r" function=computed},lift-apply{step="generate_of_constant at %%g" function=given}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="generate_of_constant at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// What is the same everywhere is computed once.
// CHECK-LABEL: lift.def @computed
// CHECK-NEXT: %s = lift.reduce (%acc, %x) in %xs from %c
// CHECK-NEXT: %t = arith.subi %x, %acc
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: %generate = lift.generate [i1 : 2 * N]
// CHECK-NEXT: %constant = arith.constant 0
// CHECK-NEXT: lift.yield %constant
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.map (%nothing)[i] in %generate
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @computed<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<2 * N, i32> {
  %r = lift.generate [i : 2 * N] {
    %s = lift.reduce (%acc, %x) in %xs from %c {
      %t = arith.subi %x, %acc : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @given
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %generate = lift.generate [i : 2]
// CHECK-NEXT: %constant = arith.constant 0
// CHECK-NEXT: lift.yield %constant
// CHECK-NEXT: }
// CHECK-NEXT: %g = lift.map (%nothing)[j] in %generate
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %g
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @given<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<2, !lift.array<i + 1, f32>>> {
  %r = lift.map (%row)[k] in %xss {
    %g = lift.generate [j : 2] {
      lift.yield %row
    }
    lift.yield %g
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `generate_of_constant at %r` does not hold: `%r = lift.generate` is no instance of the left side of `generate(n, i -> x) = map(u -> x, generate(n, i -> 0))`, where x does not depend on i.
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.generate [i : N] {
    %x = lift.at %xs[N - 1 - i]
    lift.yield %x
  }
  lift.return %r
}
