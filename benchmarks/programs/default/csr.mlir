// A sparse matrix times a vector. A column that is out of bounds counts as 0.
lift.def @csr<N, M, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], tuple<i32, f32>>>, %v: !lift.array<M, f32>)
    -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %m {
    %dot = lift.reduce (%acc, %entry) in %row from %zero {
      %column = lift.get %entry[0]
      %a = lift.get %entry[1]
      %b = lift.at %v[%column] else %zero
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}
