// A matrix product of A and B transposed, as listing 3 of Lift's paper on ARM's Mali GPUs has it.
//
// A work item computes a block of 2 x 2: in each step it loads a float4 of two rows of A and of two of B, multiplies each of
// the first with each of the others, and adds up the parts of the products.
//
//   lift-run examples/papers/mm_mali.mlir --random N=6,M=4,K=8

lift.def @mm_mali<N, M, K>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<M, !lift.array<K, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> where [N mod 2 eq 0, M mod 2 eq 0, K mod 4 eq 0] {
  %zero = arith.constant 0.0 : f32
  %pairs_a = lift.split 2 %a
  %pairs_b = lift.split 2 %b
  %blocks = ocl.map_glb<1> (%two_a) in %pairs_a {
    %vectors_a = lift.map (%row) in %two_a {
      %v = ocl.as_vector 4 %row
      lift.yield %v
    }
    %steps_a = lift.transpose %vectors_a
    %line = ocl.map_glb<0> (%two_b) in %pairs_b {
      %vectors_b = lift.map (%row) in %two_b {
        %v = ocl.as_vector 4 %row
        lift.yield %v
      }
      %steps_b = lift.transpose %vectors_b
      %steps = lift.zip %steps_a, %steps_b
      %none = lift.generate [i : 4] {
        lift.yield %zero
      }
      %zeros = lift.split 2 %none
      %sums = ocl.reduce_seq (%acc, %step) in %steps from %zeros {
        %as = lift.get %step[0]
        %bs = lift.get %step[1]
        %own_a = ocl.map_seq (%v) in %as {
          %k = ocl.to_private %v
          lift.yield %k
        }
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
            %xy = arith.mulf %x, %y : vector<4xf32>
            %one = lift.generate [i : 1] {
              lift.yield %xy
            }
            %kept = ocl.map_seq (%v) in %one {
              %k = ocl.to_private %v
              lift.yield %k
            }
            %parts = ocl.as_scalar %kept
            %s = ocl.reduce_seq (%t, %part) in %parts from %sum {
              %u = arith.addf %t, %part : f32
              lift.yield %u
            }
            lift.yield %s
          }
          lift.yield %next_row
        }
        lift.yield %next
      }
      %own = ocl.to_private %sums
      %out = ocl.map_seq (%row) in %own {
        %o = ocl.map_seq (%x) in %row {
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
  %r = lift.join %blocks
  lift.return %r
}
