// RUN: lift-opt %s -p 'lift-apply{step="nat_is_a_constant at %%r" function=by_facts},lift-apply{step="nat_is_a_constant at %%i" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="nat_is_a_constant at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="nat_is_a_constant at %%r" function=too_large}' 2>&1 | filecheck %s --check-prefix=TOO-LARGE

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: %r = arith.constant 7
// CHECK-NEXT: lift.return %r
lift.def @by_facts<N>(%xs: !lift.array<N, f32>) -> i32 where [N le 1] {
  %r = lift.nat 2 * N + 5
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%x)[k] in %xs
// CHECK-NEXT: %i = arith.constant 3
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xs: !lift.array<N, i64>) -> !lift.array<N, i64> {
  %r = lift.map (%x)[k] in %xs {
    %i = lift.nat k floordiv N + 3 : i64
    %y = arith.addi %x, %i : i64
    lift.yield %y
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `nat_is_a_constant at %r` does not hold: `%r = lift.nat` is no instance of the left side of `nat(e) = c`, where e is the number c, and the type holds it.
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> i32 {
  %r = lift.nat N
  lift.return %r
}

// TOO-LARGE: error[LIFT0366]: `nat_is_a_constant at %r` does not hold: `%r = lift.nat` is no instance of the left side of `nat(e) = c`, where e is the number c, and the type holds it.
lift.def @too_large() -> i8 {
  %r = lift.nat 200 : i8
  lift.return %r
}
