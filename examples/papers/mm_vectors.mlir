// A matrix product of A transposed and B, as figure 2 of Lift's paper on matrix multiplication has it for AMD's GPUs.
//
// A work group computes a tile of 16 x 16 and copies what it needs of four rows of A and of B to local memory, a float4 for
// each work item. A work item has a register block of its own: four rows of A that stand together, and every fourth column of
// B. In each step of the loop it loads four of each and updates 16 sums. CLBlast does the same on NVIDIA's GPUs.
//
//   lift-run examples/papers/mm_vectors.mlir --random N=16,M=32,K=8

lift.def @mm_vectors<N, M, K>(%a: !lift.array<K, !lift.array<M, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> where [N mod 16 eq 0, M mod 16 eq 0, K mod 4 eq 0]
    launch(local = [4, 4], groups = [N floordiv 16, M floordiv 16]) {
  %zero = arith.constant 0.0 : f32
  %split_a = lift.map (%row) in %a {
    %parts = lift.split 16 %row
    lift.yield %parts
  }
  %split_b = lift.map (%row) in %b {
    %parts = lift.split 16 %row
    lift.yield %parts
  }
  %bands_a = lift.transpose %split_a
  %bands_b = lift.transpose %split_b
  %tiles = ocl.map_wrg<1> (%band_a) in %bands_a {
    %tiles_a = lift.split 4 %band_a
    %line = ocl.map_wrg<0> (%band_b) in %bands_b {
      %tiles_b = lift.split 4 %band_b
      %pairs = lift.zip %tiles_a, %tiles_b
      %none = lift.generate [i : 256] {
        lift.yield %zero
      }
      %fours = lift.split 4 %none
      %blocks = lift.split 4 %fours
      %zeros = lift.split 4 %blocks
      %sums = ocl.reduce_seq (%acc, %pair) in %pairs from %zeros {
        %tile_a = lift.get %pair[0]
        %tile_b = lift.get %pair[1]
        %local_a = ocl.map_lcl<1> (%row) in %tile_a {
          %vectors = ocl.as_vector 4 %row
          %copy = ocl.map_lcl<0> (%x) in %vectors {
            %l = ocl.to_local %x
            lift.yield %l
          }
          %scalars = ocl.as_scalar %copy
          lift.yield %scalars
        }
        %local_b = ocl.map_lcl<1> (%row) in %tile_b {
          %vectors = ocl.as_vector 4 %row
          %copy = ocl.map_lcl<0> (%x) in %vectors {
            %l = ocl.to_local %x
            lift.yield %l
          }
          %scalars = ocl.as_scalar %copy
          lift.yield %scalars
        }
        %together = lift.map (%row) in %local_a {
          %parts = lift.split 4 %row
          lift.yield %parts
        }
        %apart = lift.map (%row) in %local_b {
          %parts = lift.split 4 %row
          %every_fourth = lift.transpose %parts
          lift.yield %every_fourth
        }
        %blocks_a = lift.transpose %together
        %blocks_b = lift.transpose %apart
        %both = lift.zip %acc, %blocks_a
        %new = ocl.map_lcl<1> (%p) in %both {
          %old = lift.get %p[0]
          %steps_a = lift.get %p[1]
          %with = lift.zip %old, %blocks_b
          %row = ocl.map_lcl<0> (%q) in %with {
            %block = lift.get %q[0]
            %steps_b = lift.get %q[1]
            %steps = lift.zip %steps_a, %steps_b
            %s = ocl.reduce_seq (%t, %e) in %steps from %block {
              %as = lift.get %e[0]
              %bs = lift.get %e[1]
              %block_a = ocl.map_seq (%x) in %as {
                %k = ocl.to_private %x
                lift.yield %k
              }
              %block_b = ocl.map_seq (%x) in %bs {
                %k = ocl.to_private %x
                lift.yield %k
              }
              %rows = lift.zip %t, %block_a
              %next = ocl.map_seq (%ra) in %rows {
                %sums_of_row = lift.get %ra[0]
                %x = lift.get %ra[1]
                %columns = lift.zip %sums_of_row, %block_b
                %next_row = ocl.map_seq (%cb) in %columns {
                  %sum = lift.get %cb[0]
                  %y = lift.get %cb[1]
                  %m = arith.mulf %x, %y : f32
                  %u = arith.addf %sum, %m : f32
                  lift.yield %u
                }
                lift.yield %next_row
              }
              lift.yield %next
            }
            %own = ocl.to_private %s
            lift.yield %own
          }
          lift.yield %row
        }
        lift.yield %new
      }
      %out = ocl.map_lcl<1> (%line) in %sums {
        %o = ocl.map_lcl<0> (%block) in %line {
          %copy = ocl.map_seq (%row) in %block {
            %four = ocl.map_seq (%x) in %row {
              lift.yield %x
            }
            lift.yield %four
          }
          lift.yield %copy
        }
        %by_row = lift.transpose %o
        %rows = lift.map (%row) in %by_row {
          %columns = lift.transpose %row
          %flat = lift.join %columns
          lift.yield %flat
        }
        lift.yield %rows
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
