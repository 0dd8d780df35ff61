// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl,compute_units=2,blocks=off -p lift-to-opencl -t opencl | filecheck %s --check-prefix=OFF

// Four rows at a time: each vector is loaded once, for all rows that it is a neighbour of. What fills no vector of 16 is done by
// vectors of 4; rows that fill no block are left for the last part.

// CHECK-LABEL: kernel void box_1(
// CHECK: int count = least1 / 4;
// CHECK: for (int i1 = 0; i1 < count; i1++) {
// CHECK: for (int i2 = 0; i2 < (M + 14) / 16 - 1; i2++) {
// CHECK-NEXT: float16 s = (float16)(0.0f) + *(global const unaligned_float16 *)(a + most1 * M + 16 * i2);
// CHECK: float16 v = *(global const unaligned_float16 *)(a + {{offset[0-9]+}} + 16 * i2);
// CHECK-NEXT: float16 s2 = s1 + v;
// CHECK-NEXT: float16 s3 = (float16)(0.0f) + v;
// CHECK-NEXT: float16 v1 = *(global const unaligned_float16 *)(a + {{offset[0-9]+}} + 16 * i2 + 1);
// CHECK-NEXT: float16 s4 = s2 + v1;
// CHECK-NEXT: float16 s5 = s3 + v1;
// CHECK: *(global unaligned_float16 *)(result + {{offset[0-9]+}} + 16 * i2 + 3 * M + 1) =
// CHECK-NEXT: }
// CHECK: for (int i2 = 0; i2 < rest; i2++) {
// CHECK-NEXT: float4
// CHECK: for (int i1 = 4 * count; i1 < least1; i1++) {

// OFF-LABEL: kernel void box_1(
// OFF: for (int i2 = 0; i2 < M - 2; i2++) {
// OFF-NEXT: float s = 0.0f + a[most1 * M + i2] +
lift.def @box<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad clamp 1, 1 %a
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 1, 1 %row
    lift.yield %wider
  }
  %bands = lift.slide 3 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %own = lift.slide 3 by 1 %row
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
