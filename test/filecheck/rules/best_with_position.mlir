// RUN: lift-opt %s -p 'lift-apply{step="best_with_position at %%r" function=root}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="best_with_position at %%r" function=sum}' 2>&1 | filecheck %s --check-prefix=SUM

// CHECK-LABEL: lift.def @root
// CHECK:      %nowhere = arith.constant 0 : i32
// CHECK-NEXT: %init = lift.tuple %{{.*}}, %{{.*}}, %nowhere : tuple<f32, f32, i32>
// CHECK-NEXT: %r = lift.reduce (%best, %v)[k] in %x from %init
// CHECK:        %where = lift.get %best[2] : i32
// CHECK:        %less = arith.cmpf olt, %square, %least : f32
// CHECK:        %here = lift.nat k : i32
// CHECK-NEXT:   %place = arith.select %less, %here, %where : i32
// CHECK-NEXT:   lift.tuple %value, %next_root, %place
// CHECK:      [[A:%.*]] = lift.get %r[0]
// CHECK-NEXT: [[B:%.*]] = lift.get %r[1]
// CHECK-NEXT: lift.tuple [[A]], [[B]] : tuple<f32, f32>
lift.def @root<N>(%x: !lift.array<N, f32>, %start: tuple<f32, f32>) -> tuple<f32, f32> {
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

// SUM: error[LIFT0366]: `best_with_position at %r` does not hold: the fold is not seen to keep the better of two tuples
lift.def @sum<N>(%x: !lift.array<N, f32>, %start: f32) -> f32 {
  %r = lift.reduce (%acc, %v) in %x from %start {
    %s = arith.addf %acc, %v : f32
    lift.yield %s
  }
  lift.return %r
}
