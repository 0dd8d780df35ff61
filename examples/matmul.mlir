// The product of an M x K and a K x N matrix: each row of the first with each column of the second.
//
//   lift-run examples/matmul.mlir --entry matmul --random M=4,K=3,N=5

lift.def @dot<K>(%x: !lift.array<K, f32>, %y: !lift.array<K, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.zip %x, %y
  %sum = lift.reduce (%acc, %p) in %xy from %zero {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %ab : f32
    lift.yield %s
  }
  lift.return %sum
}

lift.def @matmul<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %columns = lift.transpose %b
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %e = lift.call @dot(%row, %column)
      lift.yield %e
    }
    lift.yield %line
  }
  lift.return %c
}
