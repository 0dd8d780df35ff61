// The sum of each level of a complete binary tree, whose nodes are in an array: the root, its two children, their four, ...
//
//   lift-run examples/level_sums.mlir --in "[1, 2, 3, 4, 5, 6, 7]" -s D=3

lift.def @level_sums<D>(%tree: !lift.array<pow(2, D) - 1, i32>) -> !lift.array<D, i32> {
  %zero = arith.constant 0 : i32
  %levels = lift.partition %tree into D by (i) -> (pow(2, i))
  %r = lift.map (%level) in %levels {
    %sum = lift.reduce (%acc, %x) in %level from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
