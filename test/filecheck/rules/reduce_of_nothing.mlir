// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_nothing at %%r" function=empty},lift-apply{step="reduce_of_nothing at %%r" function=by_facts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_nothing at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @empty
// CHECK-NEXT: lift.return %a
lift.def @empty<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %none = lift.slice %xs from 1 size 0
  %r = lift.reduce (%acc, %x) in %none from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: lift.return %a
lift.def @by_facts<K>(%xs: !lift.array<K - 1, i32>, %a: !lift.array<2, i32>) -> !lift.array<2, i32> where [K le 1] {
  %r = lift.reduce (%acc, %x)[k] in %xs from %a {
    %s = lift.map (%e) in %acc {
      %y = arith.addi %e, %x : i32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `reduce_of_nothing at %r` does not hold: `K eq 1` is not proved; what is known: K ge 1
lift.def @refused<K>(%xs: !lift.array<K - 1, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.subi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
