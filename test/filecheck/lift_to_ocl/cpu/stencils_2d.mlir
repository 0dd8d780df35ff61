// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Each row is cut at its ends: between them nothing is tested that changes along the row.

// CHECK-LABEL: kernel void clamp_1(
// CHECK: int least2 = i * (N / 32) + i + i1 + 1 < N - 1 ? i * (N / 32) + i + i1 + 1 : N - 1;
// CHECK-NEXT: int most1 = i * (N / 32) + i + i1 - 1 > 0 ? i * (N / 32) + i + i1 - 1 : 0;
// CHECK: for (int i2 = 0; i2 < M - 2; i2++) {
// CHECK-NEXT: result[offset1 + i2 + 1] = grid[most1 * M + i2 + 1] + grid[offset1 + i2] + grid[offset1 + i2 + 2] + grid[least2 * M + i2 + 1];
// CHECK-NEXT: }
// CHECK-NEXT: result[i1 * M + offset] =
// CHECK: result[i1 * M + offset + M - 1] =
lift.def @clamp<N, M>(%grid: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad clamp 1, 1 %grid
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 1, 1 %row
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
      %here = lift.at %window[1]
      %above = lift.at %window[0]
      %below = lift.at %window[2]
      %north = lift.at %above[1]
      %west = lift.at %here[0]
      %east = lift.at %here[2]
      %south = lift.at %below[1]
      %s1 = arith.addf %north, %west : f32
      %s2 = arith.addf %s1, %east : f32
      %s3 = arith.addf %s2, %south : f32
      lift.yield %s3
    }
    lift.yield %line
  }
  lift.return %r
}

// CHECK-LABEL: kernel void mirror_1(
// CHECK: for (int i2 = 0; i2 < M - 2; i2++) {
// CHECK-NEXT: float s3 = grid[chosen2 * M + i2 + 1] + grid[offset1 + i2] + grid[offset1 + i2 + 2] + grid[chosen1 * M + i2 + 1];
// CHECK-NEXT: result[offset1 + i2 + 1] = s3;
// CHECK-NEXT: }
lift.def @mirror<N, M>(%grid: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad mirror 1, 1 %grid
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad mirror 1, 1 %row
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
      %here = lift.at %window[1]
      %above = lift.at %window[0]
      %below = lift.at %window[2]
      %north = lift.at %above[1]
      %west = lift.at %here[0]
      %east = lift.at %here[2]
      %south = lift.at %below[1]
      %s1 = arith.addf %north, %west : f32
      %s2 = arith.addf %s1, %east : f32
      %s3 = arith.addf %s2, %south : f32
      lift.yield %s3
    }
    lift.yield %line
  }
  lift.return %r
}

// CHECK-LABEL: kernel void wrap_1(
// CHECK: int rest1 = (i * (N / 32) + i + i1 + N - 1) % N;
// CHECK-NEXT: int rest2 = (i * (N / 32) + i + i1 + 1) % N;
// CHECK: for (int i2 = 0; i2 < M - 2; i2++) {
// CHECK-NEXT: result[offset1 + i2 + 1] = grid[rest1 * M + i2 + 1] + grid[offset1 + i2] + grid[offset1 + i2 + 2] + grid[rest2 * M + i2 + 1];
// CHECK-NEXT: }
lift.def @wrap<N, M>(%grid: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad wrap 1, 1 %grid
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad wrap 1, 1 %row
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
      %here = lift.at %window[1]
      %above = lift.at %window[0]
      %below = lift.at %window[2]
      %north = lift.at %above[1]
      %west = lift.at %here[0]
      %east = lift.at %here[2]
      %south = lift.at %below[1]
      %s1 = arith.addf %north, %west : f32
      %s2 = arith.addf %s1, %east : f32
      %s3 = arith.addf %s2, %south : f32
      lift.yield %s3
    }
    lift.yield %line
  }
  lift.return %r
}

// With a value of its own it is tested whether there is a row above or below, which does not change along the row.
// Whether a row is outside is asked once a row.

// CHECK-LABEL: kernel void constant_1(
// CHECK: if (i * (N / 32) + i + i1 >= 1) {
// CHECK-NEXT: if (i * (N / 32) + i + i1 + 2 <= N) {
// CHECK: for (int i2 = 0; i2 < M - 2; i2++) {
// CHECK-NEXT: float s3 = grid[offset1 + i2 + 1 - M] + grid[offset1 + i2] + grid[offset1 + i2 + 2] + grid[offset1 + i2 + M + 1];
// CHECK-NEXT: result[offset1 + i2 + 1] = s3;
// CHECK-NEXT: }
lift.def @constant<N, M>(%grid: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
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
      %here = lift.at %window[1]
      %above = lift.at %window[0]
      %below = lift.at %window[2]
      %north = lift.at %above[1]
      %west = lift.at %here[0]
      %east = lift.at %here[2]
      %south = lift.at %below[1]
      %s1 = arith.addf %north, %west : f32
      %s2 = arith.addf %s1, %east : f32
      %s3 = arith.addf %s2, %south : f32
      lift.yield %s3
    }
    lift.yield %line
  }
  lift.return %r
}
