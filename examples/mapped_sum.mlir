// Sums of chunks of 256, with every decision on how OpenCL runs it written down (the dialect `ocl`).
//
// A work group takes a chunk, and each of its 64 work items adds up four neighbours and keeps the result in local
// memory; then one of them adds up the 64.
//
//   lift-run examples/mapped_sum.mlir --random N=1024

lift.user_fun @add(a: f32, b: f32) -> f32 = "return a + b;" {
  %s = arith.addf %a, %b : f32
  lift.return %s
}

lift.def @mapped_sum<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 256, f32> where [N mod 256 eq 0]
    launch(local = [64], groups = [N floordiv 256]) {
  %chunks = lift.split 256 %xs
  %sums = ocl.map_wrg<0> (%chunk) in %chunks {
    %fours = lift.split 4 %chunk
    %parts = ocl.map_lcl<0> (%four) in %fours {
      %zero = arith.constant 0.0 : f32
      %s = ocl.reduce_seq (%acc, %x) in %four from %zero {
        %t = lift.call @add(%acc, %x)
        lift.yield %t
      }
      %l = ocl.to_local %s
      lift.yield %l
    }
    %all = lift.split 64 %parts
    %sum = ocl.map_lcl<0> (%part) in %all {
      %zero = arith.constant 0.0 : f32
      %s = ocl.reduce_seq (%acc, %x) in %part from %zero {
        %t = lift.call @add(%acc, %x)
        lift.yield %t
      }
      %g = ocl.to_global %s
      lift.yield %g
    }
    lift.yield %sum
  }
  %r = lift.join %sums
  lift.return %r
}
