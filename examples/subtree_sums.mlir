// The sum of all that is below each node of a complete binary tree, and of the node itself: a pass from the leaves up.
//
// Nodes are in an array: the root, its two children, their four, ...; those of node i are 2 * i + 1 and 2 * i + 2. In each
// iteration a node takes its own value and what its children have by now, so one more level has its sums.
//
//   lift-run examples/subtree_sums.mlir --in "[1, 2, 3, 4, 5, 6, 7]" -s D=3

lift.def @subtree_sums<D>(%tree: !lift.array<pow(2, D) - 1, i32>) -> !lift.array<pow(2, D) - 1, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.iterate D (%sums)[n] in %tree {
    %next = lift.map (%own)[i] in %tree {
      %left = lift.nat 2 * i + 1 : i32
      %right = lift.nat 2 * i + 2 : i32
      %a = lift.at %sums[%left] else %zero
      %b = lift.at %sums[%right] else %zero
      %below = arith.addi %a, %b : i32
      %s = arith.addi %own, %below : i32
      lift.yield %s
    }
    lift.yield %next
  }
  lift.return %r
}
