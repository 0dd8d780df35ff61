// Run lengths: how often each number stands side by side, in the order of the array.
//
//   lift-run examples/run_lengths.mlir --in "[5, 5, 1, 5, 2, 2, 2]"

lift.def @run_lengths<N>(%xs: !lift.array<N, i32>) -> !lift.exists<G upto N, !lift.array<G, tuple<i32, i32>>> {
  %zero = arith.constant 0 : i32
  %runs = lift.group (%a, %b) in %xs {
    %same = arith.cmpi eq, %a, %b : i32
    lift.yield %same
  }
  %r = lift.map (%run) in %runs {
    %x = lift.at %run[%zero] else %zero
    %n = lift.length %run
    %pair = lift.tuple %x, %n
    lift.yield %pair
  }
  lift.return %r
}
