// alpha * A x + beta * B x, as two of CLBlast's products at once: a work group for each row.
//
// Each of 8 work items adds up every eighth product of both matrices in local memory; one of them adds up the eight.
//
//   lift-run examples/papers/gesummv.mlir --random N=3,M=16

lift.def @gesummv<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %b: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>, %alpha: f32, %beta: f32)
    -> !lift.array<N, f32> where [M mod 8 eq 0] launch(local = [8], groups = [N]) {
  %zero = arith.constant 0.0 : f32
  %rows = lift.zip %a, %b
  %r = ocl.map_wrg<0> (%both) in %rows {
    %row_a = lift.get %both[0]
    %row_b = lift.get %both[1]
    %both_a = lift.zip %row_a, %x
    %near_a = lift.split 8 %both_a
    %strided_a = lift.transpose %near_a
    %parts_a = ocl.map_lcl<0> (%part) in %strided_a {
      %s = ocl.reduce_seq (%sum, %p) in %part from %zero {
        %p0 = lift.get %p[0]
        %p1 = lift.get %p[1]
        %product = arith.mulf %p0, %p1 : f32
        %t = arith.addf %sum, %product : f32
        lift.yield %t
      }
      %l = ocl.to_local %s
      lift.yield %l
    }
    %all_a = lift.split 8 %parts_a
    %both_b = lift.zip %row_b, %x
    %near_b = lift.split 8 %both_b
    %strided_b = lift.transpose %near_b
    %parts_b = ocl.map_lcl<0> (%part) in %strided_b {
      %s = ocl.reduce_seq (%sum, %p) in %part from %zero {
        %p0 = lift.get %p[0]
        %p1 = lift.get %p[1]
        %product = arith.mulf %p0, %p1 : f32
        %t = arith.addf %sum, %product : f32
        lift.yield %t
      }
      %l = ocl.to_local %s
      lift.yield %l
    }
    %all_b = lift.split 8 %parts_b
    %sums = lift.zip %all_a, %all_b
    %one = ocl.map_lcl<0> (%eights) in %sums {
      %eight_a = lift.get %eights[0]
      %eight_b = lift.get %eights[1]
      %sum_a = ocl.reduce_seq (%old, %e) in %eight_a from %zero {
        %t = arith.addf %old, %e : f32
        lift.yield %t
      }
      %sum_b = ocl.reduce_seq (%old, %e) in %eight_b from %zero {
        %t = arith.addf %old, %e : f32
        lift.yield %t
      }
      %scaled_a = arith.mulf %alpha, %sum_a : f32
      %scaled_b = arith.mulf %beta, %sum_b : f32
      %new = arith.addf %scaled_a, %scaled_b : f32
      lift.yield %new
    }
    lift.yield %one
  }
  %flat = lift.join %r
  lift.return %flat
}
