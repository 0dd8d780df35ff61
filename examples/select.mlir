// Select and aggregate: how many elements are positive, their sum and the least of them. The three folds go through the
// array once, and nothing is kept of what was filtered.
//
//   lift-run examples/select.mlir --in "[4, -1, 9, -16, 25]"

lift.def @select<N>(%x: !lift.array<N, f32>) -> tuple<f32, i32, f32> {
  %zero = arith.constant 0.0 : f32
  %big = arith.constant 1.0e30 : f32
  %k = lift.filter (%a) in %x {
    %c = arith.cmpf ogt, %a, %zero : f32
    lift.yield %c
  }
  %s = lift.reduce (%acc, %e) in %k from %zero {
    %q = arith.addf %acc, %e : f32
    lift.yield %q
  }
  %n = lift.length %k
  %m = lift.reduce (%acc, %e) in %k from %big {
    %q = arith.minimumf %acc, %e : f32
    lift.yield %q
  }
  %t = lift.tuple %s, %n, %m
  lift.return %t
}
