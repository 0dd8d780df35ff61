// alpha * A x + beta * y, as CLBlast computes it: a work group for each row.
//
// Each of 8 work items adds up every eighth product, so that those side by side read side by side, and keeps the sum in
// local memory; one of them adds up the eight.
//
//   lift-run examples/papers/gemv.mlir --random N=3,M=16

lift.def @gemv<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>, %y: !lift.array<N, f32>, %alpha: f32, %beta: f32)
    -> !lift.array<N, f32> where [M mod 8 eq 0] launch(local = [8], groups = [N]) {
  %zero = arith.constant 0.0 : f32
  %rows = lift.zip %a, %y
  %r = ocl.map_wrg<0> (%both) in %rows {
    %row = lift.get %both[0]
    %old = lift.get %both[1]
    %both_a = lift.zip %row, %x
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
    %one = ocl.map_lcl<0> (%parts) in %all_a {
      %s = ocl.reduce_seq (%sum, %e) in %parts from %zero {
        %t = arith.addf %sum, %e : f32
        lift.yield %t
      }
      %scaled = arith.mulf %alpha, %s : f32
      %kept = arith.mulf %beta, %old : f32
      %new = arith.addf %scaled, %kept : f32
      lift.yield %new
    }
    lift.yield %one
  }
  %flat = lift.join %r
  lift.return %flat
}
