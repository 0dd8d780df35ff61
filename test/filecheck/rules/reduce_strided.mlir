// RUN: lift-opt %s -p 'lift-apply{step="reduce_strided n=4 at %%r" function=sum}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="reduce_strided n=4 at %%r" function=positions}' | filecheck %s --check-prefix=POSITIONS
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_strided n=4 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_strided n=4 at %%r" function=said}' 2>&1 | filecheck %s --check-prefix=SAID
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_strided n=4 at %%r" function=rows}' 2>&1 | filecheck %s --check-prefix=ROWS

// An accumulator has every fourth element, of any length; what was there at first is added once.
// CHECK-LABEL: lift.def @sum
// CHECK:      %r_lanes = lift.map ({{.*}})[l] in {{.*}} : !lift.array<4, i32> {
// CHECK-NEXT:   %xs_lane = lift.gather %xs size (N + 3 - l) floordiv 4 by (i) -> (4 * i + l)
// CHECK-NEXT:   %r = lift.reduce (%acc, %x{{.*}}) in %xs_lane from %neutral : i32 {
// CHECK:      %r_total = lift.reduce ({{.*}}) in %r_lanes from %start : i32 {
lift.def @sum<N>(%xs: !lift.array<N, i32>, %start: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %start {
    %y = arith.muli %x, %x : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// POSITIONS-LABEL: lift.def @positions
// POSITIONS:  lift.reduce ({{.*}})[i] in %xs_lane
// POSITIONS:    lift.nat 4 * i + l : i32
lift.def @positions<N>(%xs: !lift.array<N, i32>, %start: i32) -> i32 {
  %r = lift.reduce (%acc, %x)[k] in %xs from %start {
    %n = lift.nat k : i32
    %y = arith.muli %x, %n : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `reduce_strided n=4 at %r` does not hold: the fold is not seen to be associative and commutative
lift.def @ordered<N>(%xs: !lift.array<N, i32>, %start: i32) -> i32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %start {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// SAID: error[LIFT0366]: `reduce_strided n=4 at %r` does not hold: it is not known what an accumulator begins with
lift.def @said<N>(%xs: !lift.array<N, i32>, %start: i32) -> i32 {
  %r = lift.reduce associative commutative (%acc, %x) in %xs from %start {
    %p = arith.muli %acc, %x : i32
    %t = arith.addi %acc, %x : i32
    %s = arith.addi %p, %t : i32
    lift.yield %s
  }
  lift.return %r
}

// ROWS: error[LIFT0366]: `reduce_strided n=4 at %r` does not hold: the type of an element depends on its position
lift.def @rows<N>(%xs: !lift.array<i : N, !lift.array<i + 1, i32>>, %start: i32) -> i32 {
  %r = lift.reduce (%acc, %row)[k] in %xs from %start {
    %x = lift.at %row[0]
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
