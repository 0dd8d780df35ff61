// RUN: lift-opt %s -p 'lift-apply{step="interchange_maps at %%c" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="interchange_maps at %%c" function=rearranged}' | filecheck %s --check-prefix=REARRANGED
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_maps at %%c" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_maps at %%c" function=ragged}' 2>&1 | filecheck %s --check-prefix=RAGGED

// What the inner map shares with others of its row is computed inside; positions stay with their maps.
// CHECK-LABEL: lift.def @holds
// CHECK:      %line = lift.map (%y)[j] in %ys
// CHECK-NEXT:   %c = lift.map (%x)[i] in %xs
// CHECK-NEXT:     arith.addi %x, %x
// CHECK-NEXT:     lift.nat M * i + j
// CHECK:      %transpose = lift.transpose %line
// CHECK-NEXT: lift.return %transpose
lift.def @holds<N, M>(%xs: !lift.array<N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<N, !lift.array<M, i32>> {
  %c = lift.map (%x)[i] in %xs {
    %xx = arith.addi %x, %x : i32
    %line = lift.map (%y)[j] in %ys {
      %k = lift.nat M * i + j : i32
      %xy = arith.muli %xx, %y : i32
      %r = arith.addi %xy, %k : i32
      lift.yield %r
    }
    lift.yield %line
  }
  lift.return %c
}

// What only rearranges comes before or after.
// REARRANGED-LABEL: lift.def @rearranged
// REARRANGED:      %tiles = lift.split 4 %ys
// REARRANGED-NEXT: %line = lift.map (%tile) in %tiles
// REARRANGED-NEXT:   %c = lift.map (%x) in %xs
// REARRANGED:      %transpose = lift.transpose %line
// REARRANGED-NEXT: %c_l = lift.map (%row) in %transpose
// REARRANGED-NEXT:   lift.join %row
lift.def @rearranged<N, M>(%xs: !lift.array<N, f32>, %ys: !lift.array<4 * M, f32>) -> !lift.array<N, !lift.array<4 * M, f32>> {
  %c = lift.map (%x) in %xs {
    %tiles = lift.split 4 %ys
    %line = lift.map (%tile) in %tiles {
      %four = lift.map (%y) in %tile {
        %xy = arith.mulf %x, %y : f32
        lift.yield %xy
      }
      lift.yield %four
    }
    %joined = lift.join %line
    lift.yield %joined
  }
  lift.return %c
}

// REFUSED: error[LIFT0366]: `interchange_maps at %c` does not hold: what %line goes over depends on the map around it
lift.def @refused<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %c = lift.map (%x) in %xs {
    %line = lift.map (%y) in %x {
      %yy = arith.mulf %y, %y : f32
      lift.yield %yy
    }
    lift.yield %line
  }
  lift.return %c
}

// Rows of different length have no columns.
// RAGGED: error[LIFT0366]: `interchange_maps at %c` does not hold: 'lift.transpose' cannot be applied where the type of an element depends on its position
lift.def @ragged<N, M>(%xs: !lift.array<N, i32>, %ys: !lift.array<M, i32>)
    -> !lift.array<N, !lift.array<j : M, !lift.array<j + 1, i32>>> {
  %c = lift.map (%x) in %xs {
    %line = lift.map (%y)[j] in %ys {
      %some = lift.generate [k : j + 1] {
        %n = lift.nat k : i32
        %s = arith.addi %n, %x : i32
        lift.yield %s
      }
      lift.yield %some
    }
    lift.yield %line
  }
  lift.return %c
}

// A tuple of vectors in each place.
lift.def @vectors<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<N, !lift.array<M, tuple<vector<4xi32>, i32>>> {
  %vs = ocl.as_vector 4 %xs
  %c = lift.map (%v) in %vs {
    %line = lift.map (%y) in %ys {
      %w = arith.addi %v, %v : vector<4xi32>
      %t = lift.tuple %w, %y
      lift.yield %t
    }
    lift.yield %line
  }
  lift.return %c
}
