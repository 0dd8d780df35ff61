// The square roots of the numbers that have one. How many there are is known only at run time.
//
//   lift-run examples/filter_map.mlir --in "[4, -1, 9, -16, 25]"

lift.def @roots<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  %squares = lift.filter (%x) in %xs {
    %keep = arith.cmpf oge, %x, %zero : f32
    lift.yield %keep
  }
  %r = lift.map (%x) in %squares {
    %root = math.sqrt %x : f32
    lift.yield %root
  }
  lift.return %r
}
