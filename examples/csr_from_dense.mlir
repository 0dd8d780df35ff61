// A dense matrix in compressed sparse rows: where each row begins, and where the last one ends; and of each entry that is not 0
// its column and its value, row by row.
//
//   lift-run examples/csr_from_dense.mlir --in "[[0, 7, 0], [0, 0, 0], [1, 0, 2]]"

lift.def @csr_from_dense<N, M>(%m: !lift.array<N, !lift.array<M, f32>>)
    -> tuple<!lift.array<N + 1, i32>, !lift.exists<X upto N * M, !lift.array<X, tuple<i32, f32>>>> {
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %rows = lift.map (%row) in %m {
    %entries = lift.filter (%x)[j] in %row {
      %keep = arith.cmpf une, %x, %zero : f32
      %j = lift.nat j : i32
      %entry = lift.tuple %j, %x
      %both = lift.tuple %keep, %entry
      lift.yield %both
    }
    lift.yield %entries
  }
  %lengths = lift.map (%row) in %rows {
    %length = lift.length %row
    lift.yield %length
  }
  %begins = lift.scan exclusive with total (%acc, %length) in %lengths from %none {
    %s = arith.addi %acc, %length : i32
    lift.yield %s
  }
  %entries = lift.join %rows
  %r = lift.tuple %begins, %entries
  lift.return %r
}
