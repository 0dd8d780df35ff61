// A symmetric matrix times a vector. Only its lower triangle is stored: row i has i + 1 elements.
//
// What is right of the diagonal in row i is below it in column i: element (j, i) of the triangle, where j rows before it have
// j * (j + 1) / 2 elements.
//
//   lift-run examples/symmetric.mlir --in "[1, 2, 3, 4, 5, 6]" --in "[1, 10, 100]"

lift.def @symmetric<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %flat = lift.join %m
  %r = lift.map (%row)[i] in %m {
    %left = lift.slice %v from 0 size i + 1
    %both = lift.zip %row, %left
    %dot = lift.reduce (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    %right = lift.slice %v from i + 1 size N - i - 1
    %all = lift.reduce (%acc, %b)[k] in %right from %dot {
      %place = lift.nat (i + k + 1) * (i + k + 2) floordiv 2 + i
      %a = lift.at %flat[%place] else %zero
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %all
  }
  lift.return %r
}
