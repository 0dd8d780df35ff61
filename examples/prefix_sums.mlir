// Where each row of a ragged array begins: the sums of the lengths before it, and how many elements there are in all.
//
//   lift-run examples/prefix_sums.mlir --in "[3, 0, 2, 5]"

lift.def @offsets<N>(%lengths: !lift.array<N, i32>) -> tuple<!lift.array<N, i32>, i32> {
  %zero = arith.constant 0 : i32
  %ends = lift.scan associative (%acc, %x) in %lengths from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %total = lift.at %ends[N - 1]
  %shifted = lift.pad constant %zero 1, 0 %ends
  %starts = lift.slice %shifted from 0 size N
  %r = lift.tuple %starts, %total
  lift.return %r
}
