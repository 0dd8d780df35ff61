// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s --check-prefix=ORDER

// A window that is too large to be written out for four rows is folded column by column, by one loop for all four rows: each vector
// is loaded once, for all rows that it is a neighbour of.

// CHECK-LABEL: kernel void box_1(
// CHECK: for (int i2 = 0; i2 < (M + 6) / 16 - 1; i2++) {
// CHECK-NEXT: float16 sum_n = (float16)(0.0f);
// CHECK: for (int i3 = 0; i3 < 11; i3++) {
// CHECK-COUNT-14: *(global const unaligned_float16 *)(a +
// CHECK-NOT: *(global const unaligned_float16 *)(a +
// CHECK: *(global unaligned_float16 *)(result +
lift.def @box<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad clamp 5, 5 %a
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 5, 5 %row
    lift.yield %wider
  }
  %bands = lift.slide 11 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %own = lift.slide 11 by 1 %row
      lift.yield %own
    }
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {
      %around = lift.join %window
      %sum = lift.reduce (%acc, %v) in %around from %zero {
        %s = arith.addf %acc, %v : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %r
}

// Where elements are folded in their order, the loop goes over the rows of a window.
// ORDER-LABEL: kernel void in_order_1(
// ORDER: for (int i2 = 0; i2 < (M + 6) / 16 - 1; i2++) {
// ORDER-NEXT: float16 sum_n = (float16)(0.0f);
// ORDER: for (int i3 = 0; i3 < 11; i3++) {
// ORDER-NOT: i2 + i3
// ORDER: i2 + 1)
// ORDER: for (int
lift.def @in_order<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad clamp 5, 5 %a
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 5, 5 %row
    lift.yield %wider
  }
  %bands = lift.slide 11 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %own = lift.slide 11 by 1 %row
      lift.yield %own
    }
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {
      %around = lift.join %window
      %sum = lift.reduce (%acc, %v) in %around from %zero {
        %s = arith.subf %v, %acc : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %r
}
