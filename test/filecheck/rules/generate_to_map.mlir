// RUN: lift-opt %s -p 'lift-apply{step="generate_to_map at %%r" function=numbers},lift-apply{step="generate_to_map at %%r" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="generate_to_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @numbers
// CHECK-NEXT: %generate = lift.generate [i1 : N]
// CHECK-NEXT: %constant = arith.constant 0
// CHECK-NEXT: lift.yield %constant
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.map (%nothing)[i] in %generate
// CHECK-NEXT: %x = lift.at %xs[N - i - 1]
// CHECK-NEXT: %v = lift.nat 2 * i
// CHECK-NEXT: %y = arith.muli %x, %v
// CHECK-NEXT: %z = arith.addi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @numbers<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N, i32> {
  %r = lift.generate [i : N] {
    %x = lift.at %xs[N - 1 - i]
    %v = lift.nat 2 * i
    %y = arith.muli %x, %v : i32
    %z = arith.addi %y, %c : i32
    lift.yield %z
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %generate = lift.generate [i1 : N]
// CHECK-NEXT: %constant = arith.constant 0
// CHECK-NEXT: lift.yield %constant
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.map (%nothing)[i] in %generate
// CHECK-NEXT: %row = lift.slice %xs from 0 size i + 1
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xs: !lift.array<N, f32>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %r = lift.generate [i : N] {
    %row = lift.slice %xs from 0 size i + 1
    lift.yield %row
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `generate_to_map at %r` does not hold: `%r = lift.map` is not a `lift.generate`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, i32> {
  %r = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    lift.yield %i
  }
  lift.return %r
}
