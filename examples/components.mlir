// Connected components of a graph: each node gets the smallest number of a node that it is connected with.
//
// Row i of %graph has the neighbours of node i, degrees[i] of them. In each iteration a node takes the smallest label among
// its own and those of its neighbours, until nothing changes. N iterations are enough, since no way is longer than that.
//
//   lift-run examples/components.mlir --random N=30

lift.def @components<N, degrees[N]>(%graph: !lift.array<i : N, !lift.array<degrees[i], i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %own = lift.generate [i : N] {
    %v = lift.nat i
    lift.yield %v
  }
  %first = lift.tuple %own, %one
  %last = lift.iterate upto N (%s) in %first while {
    %changes = lift.get %s[1]
    %more = arith.cmpi ne, %changes, %zero : i32
    lift.yield %more
  } do {
    %labels = lift.get %s[0]
    %nodes = lift.zip %graph, %labels
    %next = lift.map (%node)[k] in %nodes {
      %neighbours = lift.get %node[0]
      %label = lift.get %node[1]
      %least = lift.reduce (%acc, %j) in %neighbours from %label {
        %other = lift.at %labels[%j] else %acc
        %m = arith.minsi %acc, %other : i32
        lift.yield %m
      }
      lift.yield %least
    }
    %both = lift.zip %labels, %next
    %changes = lift.reduce (%acc, %p) in %both from %zero {
      %old = lift.get %p[0]
      %new = lift.get %p[1]
      %other = arith.cmpi ne, %old, %new : i32
      %n = arith.extui %other : i1 to i32
      %sum = arith.addi %acc, %n : i32
      lift.yield %sum
    }
    %after = lift.tuple %next, %changes
    lift.yield %after
  }
  %labels = lift.get %last[0]
  lift.return %labels
}
