// Which numbers there are, and how often, the most frequent first, and of those that are as frequent the smallest.
//
//   lift-run examples/frequencies.mlir --in "[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]"

lift.def @frequencies<N>(%xs: !lift.array<N, i32>) -> !lift.exists<G upto N, !lift.array<G, tuple<i32, i32>>> {
  %zero = arith.constant 0 : i32
  %up = lift.sort %xs
  %runs = lift.group (%a, %b) in %up {
    %same = arith.cmpi eq, %a, %b : i32
    lift.yield %same
  }
  %counts = lift.map (%run) in %runs {
    %number = lift.at %run[%zero] else %zero
    %count = lift.length %run
    %both = lift.tuple %number, %count
    lift.yield %both
  }
  %r = lift.sort descending (%both) in %counts {
    %count = lift.get %both[1]
    lift.yield %count
  }
  lift.return %r
}
