// RUN: lift-opt %s -p 'lift-apply{step="best_in_lanes n=8 w=4 at %%r" function=least},lift-apply{step="best_in_lanes n=4 w=4 at %%r" function=greatest}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="best_in_lanes n=8 w=3 at %%r" function=least}' 2>&1 | filecheck %s --check-prefix=FEW
// RUN: not lift-opt %s -p 'lift-apply{step="best_in_lanes n=8 w=4 at %%r" function=too_long}' 2>&1 | filecheck %s --check-prefix=LONG
// RUN: not lift-opt %s -p 'lift-apply{step="best_in_lanes n=8 w=4 at %%r" function=no_order}' 2>&1 | filecheck %s --check-prefix=ORDER
// RUN: not lift-opt %s -p 'lift-apply{step="best_in_lanes n=8 w=4 at %%r" function=backwards}' 2>&1 | filecheck %s --check-prefix=ORDER
// RUN: not lift-opt %s -p 'lift-apply{step="best_in_lanes n=8 w=4 at %%r" function=not_strict}' 2>&1 | filecheck %s --check-prefix=STRICT
// RUN: not lift-opt %s -p 'lift-apply{step="best_in_lanes n=8 w=4 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=STRICT
// RUN: not lift-opt %s -p 'lift-apply{step="best_in_lanes n=7 w=7 at %%r" function=least}' 2>&1 | filecheck %s --check-prefix=DIVIDED

// Of two lanes that are as good, the one came first whose position is less: that of the difference, which may have wrapped around.
// CHECK-LABEL: lift.def @least
// CHECK:      %split = lift.split 8 %x
// CHECK:      %init = lift.generate [{{.*}} : 8]
// CHECK-NEXT:   lift.yield %start
// CHECK:      %r_lanes = lift.reduce (%best_n, %v_n)[j] in %split from %init
// CHECK:          %i = lift.nat {{.*}}8 * j
// CHECK-NEXT:     %less = arith.cmpf olt, %v, %least
// CHECK:      %split.2 = lift.split 4 %r_lanes
// CHECK:      %r_few = lift.reduce (%bests, %lanes) in %split.2 from %init.2
// CHECK:          arith.ori
// CHECK:      %r_total = lift.reduce (%best{{.*}}, %lane) in %r_few from %start
// CHECK:        [[LESS:%.*]] = arith.cmpf olt, [[NEW:%.*]], [[OLD:%.*]] : f32
// CHECK-NEXT:   [[EQUAL:%.*]] = arith.cmpf oeq, [[NEW]], [[OLD]] : f32
// CHECK-NEXT:   [[ZERO:%.*]] = arith.constant 0 : i32
// CHECK-NEXT:   [[APART:%.*]] = arith.subi
// CHECK-NEXT:   [[BEFORE:%.*]] = arith.cmpi slt, [[APART]], [[ZERO]] : i32
// CHECK-NEXT:   [[TIE:%.*]] = arith.andi [[EQUAL]], [[BEFORE]] : i1
// CHECK-NEXT:   [[WINS:%.*]] = arith.ori [[LESS]], [[TIE]] : i1
// CHECK-NEXT:   arith.select [[WINS]]
// CHECK-NEXT:   arith.select [[WINS]]
// CHECK:      lift.return %r_total
// FEW: error[LIFT0366]: `best_in_lanes n=8 w=3 at %r` does not hold: 3 does not divide 8
// DIVIDED: error[LIFT0366]: `best_in_lanes n=7 w=7 at %r` does not hold: 7 does not divide {{.*}}
lift.def @least(%x: !lift.array<64, f32>, %start: tuple<f32, i32>) -> tuple<f32, i32> {
  %r = lift.reduce (%best, %v)[k] in %x from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %i = lift.nat k : i32
    %less = arith.cmpf olt, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}

// The length may be a name that is bounded; a step may be more than 1, and the place may come before the key.
// CHECK-LABEL: lift.def @greatest
// CHECK:      %r_lanes = lift.reduce
// CHECK-NOT:  %r_few
// CHECK:      %r_total = lift.reduce
// CHECK:        arith.cmpi sgt
// CHECK-NEXT:   arith.cmpi eq
lift.def @greatest<N>(%x: !lift.array<4 * N, i64>, %start: tuple<i16, i64>) -> tuple<i16, i64> where [N le 1000] {
  %r = lift.reduce (%best, %v)[k] in %x from %start {
    %where = lift.get %best[0]
    %most = lift.get %best[1]
    %i = lift.nat 5 * k + N : i16
    %more = arith.cmpi sgt, %v, %most : i64
    %place = arith.select %more, %i, %where : i16
    %value = arith.select %more, %v, %most : i64
    %next = lift.tuple %place, %value
    lift.yield %next
  }
  lift.return %r
}

// LONG: error[LIFT0366]: `best_in_lanes n=8 w=4 at %r` does not hold: `N lt 268435457` is not proved
lift.def @too_long<N>(%x: !lift.array<8 * N, f32>, %start: tuple<f32, i32>) -> tuple<f32, i32> {
  %r = lift.reduce (%best, %v)[k] in %x from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %i = lift.nat k : i32
    %less = arith.cmpf olt, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}

// ORDER: error[LIFT0366]: `best_in_lanes n=8 w=4 at %r` does not hold: no part of the tuples is a number of the position
lift.def @no_order(%x: !lift.array<64, f32>, %start: tuple<f32, f32>) -> tuple<f32, f32> {
  %r = lift.reduce (%best, %v) in %x from %start {
    %least = lift.get %best[0]
    %root = lift.get %best[1]
    %square = arith.mulf %v, %v : f32
    %less = arith.cmpf olt, %square, %least : f32
    %value = arith.select %less, %square, %least : f32
    %next_root = arith.select %less, %v, %root : f32
    %next = lift.tuple %value, %next_root
    lift.yield %next
  }
  lift.return %r
}

lift.def @backwards(%x: !lift.array<64, f32>, %start: tuple<f32, i32>) -> tuple<f32, i32> {
  %r = lift.reduce (%best, %v)[k] in %x from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %i = lift.nat 63 - k : i32
    %less = arith.cmpf olt, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}

// STRICT: error[LIFT0366]: `best_in_lanes n=8 w=4 at %r` does not hold: the fold is not seen to keep the better of two tuples
lift.def @not_strict(%x: !lift.array<64, f32>, %start: tuple<f32, i32>) -> tuple<f32, i32> {
  %r = lift.reduce (%best, %v)[k] in %x from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %i = lift.nat k : i32
    %less = arith.cmpf ole, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}

lift.def @ordered(%x: !lift.array<64, f32>, %start: tuple<f32, i32>) -> tuple<f32, i32> {
  %r = lift.reduce ordered (%best, %v)[k] in %x from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %i = lift.nat k : i32
    %less = arith.cmpf olt, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}
