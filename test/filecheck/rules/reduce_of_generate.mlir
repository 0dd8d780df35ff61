// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_generate at %%r" function=one},lift-apply{step="reduce_of_generate at %%r" function=several},canonicalize' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_generate at %%r" function=none}' 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_generate at %%r" function=all}' 2>&1 | filecheck %s --check-prefix=NONE

// CHECK-LABEL: lift.def @one
// CHECK:      lift.reduce (%acc, %p)[k] in %x from %a
// CHECK-NEXT:   [[I:%.*]] = lift.nat 2 * k : i32
// CHECK-NEXT:   [[Y:%.*]] = arith.muli %p, [[I]] : i32
// CHECK-NEXT:   arith.addi %acc, [[Y]] : i32
lift.def @one<N>(%x: !lift.array<N, i32>, %a: i32) -> i32 {
  %numbers = lift.generate [i : N] {
    %i = lift.nat 2 * i : i32
    lift.yield %i
  }
  %both = lift.zip %x, %numbers
  %r = lift.reduce (%acc, %p) in %both from %a {
    %v = lift.get %p[0]
    %n = lift.get %p[1]
    %y = arith.muli %v, %n : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// A fold that knows its position keeps its name.
// CHECK-LABEL: lift.def @several
// CHECK:      [[ZIP:%.*]] = lift.zip %x, %y
// CHECK:      lift.reduce (%acc, %p)[j] in [[ZIP]] from %a
// CHECK-DAG:    lift.get %p[0] : i32
// CHECK-DAG:    lift.get %p[1] : i32
// CHECK-DAG:    lift.nat j + 1 : i32
lift.def @several<N>(%x: !lift.array<N, i32>, %y: !lift.array<N, i32>, %a: i32) -> i32 {
  %numbers = lift.generate [i : N] {
    %i = lift.nat i + 1 : i32
    lift.yield %i
  }
  %all = lift.zip %x, %numbers, %y
  %r = lift.reduce (%acc, %p)[j] in %all from %a {
    %v = lift.get %p[0]
    %n = lift.get %p[1]
    %w = lift.get %p[2]
    %j = lift.nat j : i32
    %vn = arith.muli %v, %n : i32
    %wj = arith.muli %w, %j : i32
    %both = arith.addi %vn, %wj : i32
    %s = arith.addi %acc, %both : i32
    lift.yield %s
  }
  lift.return %r
}

// NONE: error[LIFT0366]: `reduce_of_generate at %r` does not hold: of the arrays that are zipped, some must be generated, and some must not
lift.def @none<N>(%x: !lift.array<N, i32>, %y: !lift.array<N, i32>, %a: i32) -> i32 {
  %both = lift.zip %x, %y
  %r = lift.reduce (%acc, %p) in %both from %a {
    %v = lift.get %p[0]
    %s = arith.addi %acc, %v : i32
    lift.yield %s
  }
  lift.return %r
}

lift.def @all<N>(%a: i32) -> i32 {
  %numbers = lift.generate [i : N] {
    %i = lift.nat i : i32
    lift.yield %i
  }
  %both = lift.zip %numbers, %numbers
  %r = lift.reduce (%acc, %p) in %both from %a {
    %v = lift.get %p[0]
    %s = arith.addi %acc, %v : i32
    lift.yield %s
  }
  lift.return %r
}
