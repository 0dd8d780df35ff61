// A transposed times A x, as two of CLBlast's products: two kernels, with a work group for each row, and then for each column.
//
// Each of 8 work items adds up every eighth product in local memory; one of them adds up the eight.
//
//   lift-run examples/papers/atax.mlir --random N=8,M=16

lift.def @product<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>) -> !lift.array<N, f32>
    where [M mod 8 eq 0] {
  %zero = arith.constant 0.0 : f32
  %r = ocl.map_wrg<0> (%row) in %a {
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
      lift.yield %s
    }
    lift.yield %one
  }
  %flat = lift.join %r
  lift.return %flat
}

lift.def @atax<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>) -> !lift.array<M, f32>
    where [N mod 8 eq 0, M mod 8 eq 0] {
  %ax = lift.call @product(%a, %x)
  %columns = lift.transpose %a
  %r = lift.call @product(%columns, %ax)
  lift.return %r
}
