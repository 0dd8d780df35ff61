// RUN: lift-opt %s -p 'lift-apply{step="iterate_by_flag at %%r" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="iterate_by_flag at %%r" function=counted}' 2>&1 | filecheck %s --check-prefix=COUNTED
// RUN: not lift-opt %s -p 'lift-apply{step="iterate_by_flag at %%r" function=one}' 2>&1 | filecheck %s --check-prefix=ONE
// RUN: not lift-opt %s -p 'lift-apply{step="iterate_by_flag at %%r" function=loops}' 2>&1 | filecheck %s --check-prefix=LOOPS

// What is used after, the steps, does not depend on what the condition was asked of: lanes need not keep that.
// CHECK-LABEL: lift.def @holds
// CHECK:      %[[Z:.*]] = lift.get %start[0]
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi slt, %[[Z]], %limit
// CHECK:      %[[FLAG:.*]] = arith.select %[[MORE]],
// CHECK-NEXT: %[[START:.*]] = lift.tuple %x, %none, %[[FLAG]]
// CHECK-NEXT: %r_flagged = lift.iterate upto K (%[[S:.*]]) in %[[START]]
// CHECK-NEXT:   %[[SET:.*]] = lift.get %[[S]][2]
// CHECK:        arith.cmpi ne, %[[SET]]
// CHECK:      } do {
// CHECK:        %twice = arith.addi
// CHECK:        %next = arith.addi
// CHECK:        arith.cmpi slt,
// CHECK:        lift.tuple %twice, %next, %goes_on
// CHECK:      lift.get %r_flagged[0]
// CHECK-NEXT: lift.get %r_flagged[1]
lift.def @holds<K>(%x: i32, %limit: i32) -> i32 {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = lift.tuple %x, %none
  %r = lift.iterate upto K (%s) in %start while {
    %z = lift.get %s[0]
    %more = arith.cmpi slt, %z, %limit : i32
    lift.yield %more
  } do {
    %z = lift.get %s[0]
    %n = lift.get %s[1]
    %twice = arith.addi %z, %z : i32
    %next = arith.addi %n, %one : i32
    %after = lift.tuple %twice, %next
    lift.yield %after
  }
  %steps = lift.get %r[1]
  lift.return %steps
}

// COUNTED: error[LIFT0366]: `iterate_by_flag at %r` does not hold: there is no condition to be carried along
lift.def @counted<K>(%x: i32) -> i32 {
  %r = lift.iterate K (%z) in %x {
    %twice = arith.addi %z, %z : i32
    lift.yield %twice
  }
  lift.return %r
}

// ONE: error[LIFT0366]: `iterate_by_flag at %r` does not hold: the state is no tuple of scalars
lift.def @one<K>(%x: i32, %limit: i32) -> i32 {
  %r = lift.iterate upto K (%z) in %x while {
    %more = arith.cmpi slt, %z, %limit : i32
    lift.yield %more
  } do {
    %twice = arith.addi %z, %z : i32
    lift.yield %twice
  }
  lift.return %r
}

// LOOPS: error[LIFT0366]: `iterate_by_flag at %r` does not hold: `%sum = lift.reduce` is no scalar code that is defined for any state
lift.def @loops<K, N>(%xs: !lift.array<N, i32>, %x: i32, %limit: i32) -> tuple<i32, i32> {
  %start = lift.tuple %x, %x
  %r = lift.iterate upto K (%s) in %start while {
    %z = lift.get %s[0]
    %sum = lift.reduce (%acc, %e) in %xs from %z {
      %t = arith.addi %acc, %e : i32
      lift.yield %t
    }
    %more = arith.cmpi slt, %sum, %limit : i32
    lift.yield %more
  } do {
    %z = lift.get %s[0]
    %after = lift.tuple %z, %x
    lift.yield %after
  }
  lift.return %r
}
