// A convolution with 3 x 3 weights in overlapping tiles, as the paper on Lift's IR has it.
//
// The image is padded. Sliding over rows and columns gives tiles of 8 x 8 with a border of 1. A work group copies a tile and
// its border to local memory, where each work item finds the 3 x 3 elements around its own.
//
//   lift-run examples/papers/convolution.mlir --random N=8,M=16

lift.def @convolution<N, M>(%image: !lift.array<N, !lift.array<M, f32>>, %weights: !lift.array<9, f32>)
    -> !lift.array<N, !lift.array<M, f32>> where [N mod 8 eq 0, M mod 8 eq 0]
    launch(local = [8, 8], groups = [M floordiv 8, N floordiv 8]) {
  %zero = arith.constant 0.0 : f32
  %wide = lift.map (%row) in %image {
    %p = lift.pad clamp 1, 1 %row
    lift.yield %p
  }
  %padded = lift.pad clamp 1, 1 %wide
  %bands = lift.slide 10 by 8 %padded
  %tiles = ocl.map_wrg<1> (%band) in %bands {
    %cut = lift.map (%row) in %band {
      %parts = lift.slide 10 by 8 %row
      lift.yield %parts
    }
    %along = lift.transpose %cut
    %line = ocl.map_wrg<0> (%tile) in %along {
      %near = ocl.map_lcl<1> (%row) in %tile {
        %copy = ocl.map_lcl<0> (%x) in %row {
          %l = ocl.to_local %x
          lift.yield %l
        }
        lift.yield %copy
      }
      %threes = lift.slide 3 by 1 %near
      %out = ocl.map_lcl<1> (%three) in %threes {
        %windows = lift.map (%row) in %three {
          %w = lift.slide 3 by 1 %row
          lift.yield %w
        }
        %turned = lift.transpose %windows
        %o = ocl.map_lcl<0> (%window) in %turned {
          %flat = lift.join %window
          %both = lift.zip %flat, %weights
          %s = ocl.reduce_seq (%sum, %p) in %both from %zero {
            %x = lift.get %p[0]
            %w = lift.get %p[1]
            %xw = arith.mulf %x, %w : f32
            %t = arith.addf %sum, %xw : f32
            lift.yield %t
          }
          lift.yield %s
        }
        lift.yield %o
      }
      lift.yield %out
    }
    %across = lift.transpose %line
    %full = lift.map (%row) in %across {
      %flat = lift.join %row
      lift.yield %flat
    }
    lift.yield %full
  }
  %r = lift.join %tiles
  lift.return %r
}
