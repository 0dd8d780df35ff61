// Select and aggregate: of a table of orders, each a region, an amount and a price, those of one region that have at least
// %least pieces: how many there are, what they bring together, and the highest price. The folds go through the table once, and
// nothing is kept of what was selected.
//
//   lift-run examples/select.mlir --random N=1000

lift.def @select<N>(%orders: !lift.array<N, tuple<i32, i32, f32>>, %region: i32, %least: i32) -> tuple<i32, f32, f32> {
  %zero = arith.constant 0.0 : f32
  %selected = lift.filter (%order) in %orders {
    %where = lift.get %order[0]
    %amount = lift.get %order[1]
    %here = arith.cmpi eq, %where, %region : i32
    %enough = arith.cmpi sge, %amount, %least : i32
    %keep = arith.andi %here, %enough : i1
    lift.yield %keep
  }
  %count = lift.length %selected
  %revenue = lift.reduce (%acc, %order) in %selected from %zero {
    %amount = lift.get %order[1]
    %price = lift.get %order[2]
    %pieces = arith.sitofp %amount : i32 to f32
    %value = arith.mulf %pieces, %price : f32
    %sum = arith.addf %acc, %value : f32
    lift.yield %sum
  }
  %highest = lift.reduce (%acc, %order) in %selected from %zero {
    %price = lift.get %order[2]
    %most = arith.maximumf %acc, %price : f32
    lift.yield %most
  }
  %r = lift.tuple %count, %revenue, %highest
  lift.return %r
}
