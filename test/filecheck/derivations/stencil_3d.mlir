// A stencil of seven points in three dimensions that stays at the edges, for every size: in the middle nothing is tested.
//
// RUN: lift-opt %s -p 'lift-derive,lift-to-opencl' -t opencl | filecheck %s

// CHECK-LABEL: kernel void heat_1(
// CHECK:       int [[PLANE:[a-z0-9]+]] = g * K * M + K * M;
// CHECK:       int [[ROW:[a-z0-9]+]] = i * K + [[PLANE]];
// CHECK:       for (int i1 = 0; i1 < K - 2; i1++) {
// CHECK-NOT:   ?
// CHECK:       result[[[ROW]] + i1 + K + 1] =
lift.def @heat<N, M, K>(%grid: !lift.array<N, !lift.array<M, !lift.array<K, f32>>>) -> !lift.array<N, !lift.array<M, !lift.array<K, f32>>> {
  %eighth = arith.constant 0.125 : f32
  %deeper = lift.pad clamp 1, 1 %grid
  %padded = lift.map (%plane) in %deeper {
    %taller = lift.pad clamp 1, 1 %plane
    %wide = lift.map (%row) in %taller {
      %wider = lift.pad clamp 1, 1 %row
      lift.yield %wider
    }
    lift.yield %wide
  }
  %slabs = lift.slide 3 by 1 %padded
  %r = lift.map (%slab) in %slabs {
    %cut = lift.map (%plane) in %slab {
      %bands = lift.slide 3 by 1 %plane
      lift.yield %bands
    }
    %beams = lift.transpose %cut
    %rows = lift.map (%beam) in %beams {
      %small = lift.map (%band) in %beam {
        %threes = lift.map (%row) in %band {
          %three = lift.slide 3 by 1 %row
          lift.yield %three
        }
        %turned = lift.transpose %threes
        lift.yield %turned
      }
      %cubes = lift.transpose %small
      %line = lift.map (%cube) in %cubes {
        %before = lift.at %cube[0]
        %here = lift.at %cube[1]
        %behind = lift.at %cube[2]
        %b1 = lift.at %before[1]
        %b11 = lift.at %b1[1]
        %h0 = lift.at %here[0]
        %h01 = lift.at %h0[1]
        %h1 = lift.at %here[1]
        %h10 = lift.at %h1[0]
        %h11 = lift.at %h1[1]
        %h12 = lift.at %h1[2]
        %h2 = lift.at %here[2]
        %h21 = lift.at %h2[1]
        %e1 = lift.at %behind[1]
        %e11 = lift.at %e1[1]
        %s1 = arith.addf %b11, %h01 : f32
        %s2 = arith.addf %s1, %h10 : f32
        %s3 = arith.addf %s2, %h11 : f32
        %s4 = arith.addf %s3, %h12 : f32
        %s5 = arith.addf %s4, %h21 : f32
        %s6 = arith.addf %s5, %e11 : f32
        %mean = arith.mulf %s6, %eighth : f32
        lift.yield %mean
      }
      lift.yield %line
    }
    lift.yield %rows
  }
  lift.return %r
}

rewrite.script @middle of @heat {
  rewrite.apply tile_stencil at "%r" (d = 3, a = 1, b = 1)
}
