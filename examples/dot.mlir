// The dot product of two vectors.
//
//   lift-run examples/dot.mlir --in "[1, 2, 3]" --in "[4, 5, 6]"
//   lift-run examples/dot.mlir --random N=1000

lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.zip %x, %y
  %products = lift.map (%p) in %xy {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    lift.yield %ab
  }
  %sum = lift.reduce (%acc, %e) in %products from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  lift.return %sum
}
