// A matrix product of A transposed and B without local memory, as CLBlast computes it on AMD's GPUs.
//
// A work item computes a block of 4 x 8 in private memory: in each step it loads a float4 of a row of A, and two of a row of B.
//
//   lift-run examples/papers/mm_registers.mlir --random N=16,M=8,K=5

lift.def @mm_registers<N, M, K>(%a: !lift.array<K, !lift.array<M, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> where [N mod 8 eq 0, M mod 4 eq 0] {
  %none = arith.constant dense<0.0> : vector<4xf32>
  %split_a = lift.map (%row) in %a {
    %parts = lift.split 4 %row
    lift.yield %parts
  }
  %split_b = lift.map (%row) in %b {
    %vectors = ocl.as_vector 4 %row
    %parts = lift.split 2 %vectors
    lift.yield %parts
  }
  %bands_a = lift.transpose %split_a
  %bands_b = lift.transpose %split_b
  %blocks = ocl.map_glb<1> (%band_a) in %bands_a {
    %line = ocl.map_glb<0> (%band_b) in %bands_b {
      %steps = lift.zip %band_a, %band_b
      %flat = lift.generate [i : 8] {
        lift.yield %none
      }
      %zeros = lift.split 2 %flat
      %sums = ocl.reduce_seq (%acc, %step) in %steps from %zeros {
        %as = lift.get %step[0]
        %bs = lift.get %step[1]
        %whole = ocl.as_vector 4 %as
        %loaded = ocl.map_seq (%v) in %whole {
          %k = ocl.to_private %v
          lift.yield %k
        }
        %own_a = ocl.as_scalar %loaded
        %own_b = ocl.map_seq (%v) in %bs {
          %k = ocl.to_private %v
          lift.yield %k
        }
        %rows = lift.zip %acc, %own_a
        %next = ocl.map_seq (%p) in %rows {
          %sums_of_row = lift.get %p[0]
          %x = lift.get %p[1]
          %columns = lift.zip %sums_of_row, %own_b
          %next_row = ocl.map_seq (%q) in %columns {
            %sum = lift.get %q[0]
            %y = lift.get %q[1]
            %xy = ocl.map_vec (%e) in %y {
              %m = arith.mulf %x, %e : f32
              lift.yield %m
            }
            %u = arith.addf %sum, %xy : vector<4xf32>
            lift.yield %u
          }
          lift.yield %next_row
        }
        lift.yield %next
      }
      %own = ocl.to_private %sums
      %out = ocl.map_seq (%row) in %own {
        %o = ocl.map_seq (%v) in %row {
          lift.yield %v
        }
        %scalars = ocl.as_scalar %o
        lift.yield %scalars
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
  %r = lift.join %blocks
  lift.return %r
}
