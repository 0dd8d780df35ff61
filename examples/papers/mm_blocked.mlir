// A matrix product in tiles, with register blocks: the third expression of figure 7 in Lift's paper on matrix multiplication.
//
// A work group computes a tile of 8 x 8, and a work item four rows of one column of it. An element of the tile of B is loaded
// once for the four, whose sums the work item keeps in private memory.
//
//   lift-run examples/papers/mm_blocked.mlir --random N=16,M=8,K=12

lift.def @mm_blocked<N, M, K>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> where [N mod 8 eq 0, M mod 8 eq 0, K mod 4 eq 0]
    launch(local = [8, 2], groups = [M floordiv 8, N floordiv 8]) {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %bands_a = lift.split 8 %a
  %bands_b = lift.split 8 %columns
  %tiles = ocl.map_wrg<1> (%band_a) in %bands_a {
    %rows_a = lift.map (%row) in %band_a {
      %parts = lift.split 4 %row
      lift.yield %parts
    }
    %tiles_a = lift.transpose %rows_a
    %line = ocl.map_wrg<0> (%band_b) in %bands_b {
      %rows_b = lift.map (%row) in %band_b {
        %parts = lift.split 4 %row
        lift.yield %parts
      }
      %tiles_b = lift.transpose %rows_b
      %pairs = lift.zip %tiles_a, %tiles_b
      %none = lift.generate [i : 64] {
        lift.yield %zero
      }
      %fours = lift.split 4 %none
      %zeros = lift.split 8 %fours
      %sums = ocl.reduce_seq (%acc, %pair) in %pairs from %zeros {
        %tile_a = lift.get %pair[0]
        %tile_b = lift.get %pair[1]
        %local_a = ocl.map_lcl<1> (%row) in %tile_a {
          %copy = ocl.map_lcl<0> (%x) in %row {
            %l = ocl.to_local %x
            lift.yield %l
          }
          lift.yield %copy
        }
        %local_b = ocl.map_lcl<1> (%row) in %tile_b {
          %copy = ocl.map_lcl<0> (%x) in %row {
            %l = ocl.to_local %x
            lift.yield %l
          }
          lift.yield %copy
        }
        %blocks = lift.split 4 %local_a
        %both = lift.zip %acc, %blocks
        %new = ocl.map_lcl<1> (%p) in %both {
          %old = lift.get %p[0]
          %block = lift.get %p[1]
          %steps_a = lift.transpose %block
          %with = lift.zip %old, %local_b
          %line = ocl.map_lcl<0> (%q) in %with {
            %four = lift.get %q[0]
            %column = lift.get %q[1]
            %steps = lift.zip %steps_a, %column
            %s = ocl.reduce_seq (%t, %e) in %steps from %four {
              %as = lift.get %e[0]
              %y = lift.get %e[1]
              %ts = lift.zip %t, %as
              %us = ocl.map_seq (%ta) in %ts {
                %ti = lift.get %ta[0]
                %x = lift.get %ta[1]
                %m = arith.mulf %x, %y : f32
                %u = arith.addf %ti, %m : f32
                lift.yield %u
              }
              lift.yield %us
            }
            %own = ocl.to_private %s
            lift.yield %own
          }
          lift.yield %line
        }
        lift.yield %new
      }
      %out = ocl.map_lcl<1> (%line) in %sums {
        %o = ocl.map_lcl<0> (%four) in %line {
          %f = ocl.map_seq (%x) in %four {
            lift.yield %x
          }
          lift.yield %f
        }
        %turned = lift.transpose %o
        lift.yield %turned
      }
      %tile = lift.join %out
      lift.yield %tile
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
