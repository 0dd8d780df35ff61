// RUN: lift-opt %s -p 'lift-apply{step="iterate_once at %%r" function=once},lift-apply{step="iterate_once at %%r" function=halves},lift-apply{step="iterate_once at %%r" function=state},lift-apply{step="iterate_once at %%s" function=by_facts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="iterate_once at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="iterate_once at %%r" function=conditional}' 2>&1 | filecheck %s --check-prefix=CONDITION

// CHECK-LABEL: lift.def @once
// CHECK-NEXT: %r = lift.gather %xs by (i) -> (N - i - 1)
// CHECK-NEXT: lift.return %r
lift.def @once<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 1 (%t)[n] in %xs {
    %p = lift.gather %t by (i) -> (n - 1 - i)
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @halves
// CHECK-NEXT: %h = lift.slice %xs from N size N
// CHECK-NEXT: %r = lift.map (%x)[k] in %h
// CHECK-NEXT: %i = lift.nat 2 * N - k
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.addi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @halves<N>(%xs: !lift.array<2 * N, i32>, %c: i32) -> !lift.array<N, i32> {
  %r = lift.iterate 1 (%t)[n] in %xs {
    %h = lift.slice %t from n floordiv 2 size n floordiv 2
    %p = lift.map (%x)[k] in %h {
      %i = lift.nat n - k
      %y = arith.muli %x, %i : i32
      %z = arith.addi %y, %c : i32
      lift.yield %z
    }
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @state
// CHECK-NEXT: %r = arith.mulf %a, %a : f32
// CHECK-NEXT: lift.return %r
lift.def @state(%a: f32) -> f32 {
  %r = lift.iterate 1 (%s) in %a {
    %t = arith.mulf %s, %s : f32
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: %s = lift.gather %row by (i) -> ((i + 1) mod M)
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @by_facts<N, M, K>(%m: !lift.array<N, !lift.array<M, tuple<i32, f32>>>) -> !lift.array<N, !lift.array<M, tuple<i32, f32>>> where [K le 1] {
  %r = lift.map (%row) in %m {
    %s = lift.iterate K (%t)[n] in %row {
      %g = lift.gather %t by (i) -> ((i + 1) mod n)
      lift.yield %g
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `iterate_once at %r` does not hold: `%r = lift.iterate` is no instance of the left side of `iterate(1, f, xs) = f(xs)`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 2, f32> {
  %r = lift.iterate 2 (%t)[n] in %xs {
    %p = lift.pad clamp 1, 0 %t
    lift.yield %p
  }
  lift.return %r
}

// CONDITION: error[LIFT0366]: `iterate_once at %r` does not hold: whether there is an iteration depends on a condition
lift.def @conditional(%a: f32, %c: i1) -> f32 {
  %r = lift.iterate upto 1 (%s) in %a while {
    lift.yield %c
  } do {
    %t = arith.mulf %s, %s : f32
    lift.yield %t
  }
  lift.return %r
}
