// RUN: lift-opt %s -p 'lift-apply{step="in_parts a=1 b=1 at %%r"},lift-apply{step=tidy},lift-apply{step="in_parts a=1 b=1 at %%line"},lift-apply{step=tidy}' | filecheck %s --check-prefix=PARTS
// RUN: lift-opt %s -p 'lift-apply{step="in_parts a=1 b=1 at %%r"},lift-apply{step=tidy},lift-apply{step="in_parts a=1 b=1 at %%line"},lift-apply{step=tidy},lift-to-opencl' -t opencl | filecheck %s

// One step of Jacobi's method, for every size: rows and columns are cut at the border, and the inner loop has no test.

// PARTS:      %pad = lift.pad constant %edge 0, max(0, N - 2) + 2 - N %grid
// PARTS:      %r = lift.map (%window) in
// PARTS-NEXT: %rows = lift.map ([[ROW:%[^ )]+]]) in %window
// PARTS-NEXT: lift.pad constant %zero 0, max(0, M - 2) + 2 - M [[ROW]]
// PARTS:      %line = lift.map
// PARTS:      %line_first = lift.map
// PARTS:      %line_last = lift.map
// PARTS:      %r_first = lift.map
// PARTS:      %r_last = lift.map

// CHECK-LABEL: kernel void jacobi2d_1(
// CHECK:       for (int g = g_id; g < N - 2; g += global_size) {
// CHECK-NEXT:  for (int i = 0; i < M - 2; i++) {
// CHECK-NEXT:  float s3 = grid[g * M + i + 1] + grid[g * M + i + M] + grid[g * M + i + M + 2] + grid[g * M + i + 2 * M + 1];
// CHECK-NEXT:  result[g * M + i + M + 1] = s3 * 0.25f;
// CHECK-NEXT:  }
lift.def @jacobi2d<N, M>(%grid: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  %edge = lift.generate [e : M] {
    lift.yield %zero
  }
  %taller = lift.pad constant %edge 1, 1 %grid
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad constant %zero 1, 1 %row
    lift.yield %wider
  }
  %bands = lift.slide 3 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %threes = lift.slide 3 by 1 %row
      lift.yield %threes
    }
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {
      %above = lift.at %window[0]
      %here = lift.at %window[1]
      %below = lift.at %window[2]
      %north = lift.at %above[1]
      %west = lift.at %here[0]
      %east = lift.at %here[2]
      %south = lift.at %below[1]
      %s1 = arith.addf %north, %west : f32
      %s2 = arith.addf %s1, %east : f32
      %s3 = arith.addf %s2, %south : f32
      %mean = arith.mulf %s3, %quarter : f32
      lift.yield %mean
    }
    lift.yield %line
  }
  lift.return %r
}
