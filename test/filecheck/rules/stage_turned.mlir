// RUN: lift-opt %s -p 'lift-apply{step="stage_turned w=2 at %%r" function=tiles}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="stage_turned w=2 parts=2 at %%r" function=pairs}' | filecheck %s --check-prefix=PAIRS
// RUN: not lift-opt %s -p 'lift-apply{step="stage_turned w=4 at %%r" function=tiles}' 2>&1 | filecheck %s --check-prefix=UNEVEN
// RUN: not lift-opt %s -p 'lift-apply{step="stage_turned w=2 at %%r" function=any_length}' 2>&1 | filecheck %s --check-prefix=LENGTH
// RUN: not lift-opt %s -p 'lift-apply{step="stage_turned w=2 at %%r" function=triangles}' 2>&1 | filecheck %s --check-prefix=ROWS

// Columns of a tile are copied by vectors.
// CHECK-LABEL: lift.def @tiles
// CHECK-NEXT: %r = lift.map (%tile) in %xs
// CHECK-NEXT: [[T:%.*]] = lift.transpose %tile : !lift.array<4, !lift.array<6, f32>>
// CHECK-NEXT: %r_tile = lift.map (%row) in [[T]]
// CHECK-NEXT: [[V:%.*]] = ocl.as_vector 2 %row : !lift.array<3, vector<2xf32>>
// CHECK-NEXT: %r_tile_row = lift.map (%vector) in [[V]]
// CHECK-NEXT: ocl.to_private %vector : vector<2xf32>
// CHECK: ocl.as_scalar %r_tile_row : !lift.array<6, f32>
// CHECK: [[B:%.*]] = lift.transpose %r_tile : !lift.array<6, !lift.array<4, f32>>
// CHECK-NEXT: %s = lift.map (%line) in [[B]]
// UNEVEN: error[LIFT0366]: `stage_turned w=4 at %r` does not hold: 4 does not divide 6
lift.def @tiles<N>(%xs: !lift.array<N, !lift.array<6, !lift.array<4, f32>>>) -> !lift.array<N, !lift.array<6, !lift.array<4, f32>>> {
  %r = lift.map (%tile) in %xs {
    %s = lift.map (%line) in %tile {
      %t = lift.map (%x) in %line {
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Of tuples, the scalars that are chosen: here the second alone.
// PAIRS-LABEL: lift.def @pairs
// PAIRS: lift.get {{.*}}[0] : !lift.array<4, f32>
// PAIRS: lift.get {{.*}}[1] : !lift.array<4, i32>
// PAIRS: ocl.to_private %vector : vector<2xi32>
// PAIRS-NOT: ocl.to_private
// PAIRS: lift.zip {{.*}} : !lift.array<4, tuple<f32, i32>>
lift.def @pairs<N>(%xs: !lift.array<N, !lift.array<2, !lift.array<4, tuple<f32, i32>>>>) -> !lift.array<N, !lift.array<2, !lift.array<4, i32>>> {
  %r = lift.map (%tile) in %xs {
    %s = lift.map (%line) in %tile {
      %t = lift.map (%p) in %line {
        %x = lift.get %p[1]
        %y = arith.addi %x, %x : i32
        lift.yield %y
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// LENGTH: error[LIFT0366]: `stage_turned w=2 at %r` does not hold: private memory has a size that is a number, and a length is none
lift.def @any_length<N, M>(%xs: !lift.array<N, !lift.array<4, !lift.array<M, f32>>>) -> !lift.array<N, !lift.array<4, !lift.array<M, f32>>> {
  %r = lift.map (%tile) in %xs {
    %s = lift.map (%line) in %tile {
      %t = lift.map (%x) in %line {
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// ROWS: error[LIFT0366]: `stage_turned w=2 at %r` does not hold: rows have different lengths, or elements are no scalars, nor tuples of such
lift.def @triangles<N>(%xs: !lift.array<N, !lift.array<i : 4, !lift.array<i + 1, f32>>>) -> !lift.array<N, !lift.array<4, f32>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%tile) in %xs {
    %s = lift.map (%line)[k] in %tile {
      %t = lift.reduce (%acc, %x) in %line from %zero {
        %y = arith.addf %acc, %x : f32
        lift.yield %y
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
