// A matrix product in tiles: the second expression of figure 7 in Lift's paper on matrix multiplication.
//
// A work group computes a tile of 8 x 8. In a loop over tiles of A and B, it copies one of each to local memory; a work item
// adds what it finds there to the one sum that is its own, which is in private memory all the time.
//
//   lift-run examples/papers/mm_tiled.mlir --random N=16,M=8,K=12

lift.def @mm_tiled<N, M, K>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> where [N mod 8 eq 0, M mod 8 eq 0, K mod 4 eq 0]
    launch(local = [8, 8], groups = [M floordiv 8, N floordiv 8]) {
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
      %zeros = lift.split 8 %none
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
        %both = lift.zip %acc, %local_a
        %new = ocl.map_lcl<1> (%p) in %both {
          %old = lift.get %p[0]
          %row = lift.get %p[1]
          %with = lift.zip %old, %local_b
          %line = ocl.map_lcl<0> (%q) in %with {
            %sum = lift.get %q[0]
            %column = lift.get %q[1]
            %xy = lift.zip %row, %column
            %s = ocl.reduce_seq (%t, %e) in %xy from %sum {
              %x = lift.get %e[0]
              %y = lift.get %e[1]
              %m = arith.mulf %x, %y : f32
              %u = arith.addf %t, %m : f32
              lift.yield %u
            }
            %own = ocl.to_private %s
            lift.yield %own
          }
          lift.yield %line
        }
        lift.yield %new
      }
      %out = ocl.map_lcl<1> (%row) in %sums {
        %o = ocl.map_lcl<0> (%x) in %row {
          lift.yield %x
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
