// A lower triangular matrix, packed, times a vector.
lift.def @trmv<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row)[k] in %m {
    %part = lift.slice %v from 0 size k + 1
    %both = lift.zip %row, %part
    %dot = lift.reduce (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}
