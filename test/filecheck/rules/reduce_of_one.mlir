// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_one at %%r" function=one},lift-apply{step="reduce_of_one at %%r" function=by_facts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_one at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @one
// CHECK-NEXT: %first = lift.slice %xs from 0 size 1
// CHECK-NEXT: %x = lift.at %first[0]
// CHECK-NEXT: %i = lift.nat 0
// CHECK-NEXT: %f = arith.sitofp %i
// CHECK-NEXT: %y = arith.subf %x, %f
// CHECK-NEXT: %r = arith.addf %a, %y
// CHECK-NEXT: lift.return %r
lift.def @one<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %first = lift.slice %xs from 0 size 1
  %r = lift.reduce (%acc, %x)[k] in %first from %a {
    %i = lift.nat k
    %f = arith.sitofp %i : i32 to f32
    %y = arith.subf %x, %f : f32
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: %p = lift.at %xs[0]
// CHECK-NEXT: %x = lift.get %p[0]
// CHECK-NEXT: %y = lift.get %p[1]
// CHECK-NEXT: %s = arith.muli %a, %x
// CHECK-NEXT: %r = arith.subi %s, %y
// CHECK-NEXT: lift.return %r
lift.def @by_facts<K>(%xs: !lift.array<K, tuple<i32, i32>>, %a: i32) -> i32 where [K le 1] {
  %r = lift.reduce (%acc, %p) in %xs from %a {
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %s = arith.muli %acc, %x : i32
    %t = arith.subi %s, %y : i32
    lift.yield %t
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `reduce_of_one at %r` does not hold: `K eq 1` is not proved; what is known: K ge 1
lift.def @refused<K>(%xs: !lift.array<K, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.subi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
