// Breadth-first search: how far each node of a graph is from a first one, and -1 where no way leads.
//
// The neighbours of node v are edges[begins[v]] to edges[begins[v + 1] - 1]. The frontier is a list of the nodes that were found
// last. All their edges are followed at once; of several that lead to one new node, the last one counts, so that no node is in
// the frontier twice. It ends where the frontier is empty.
//
//   lift-run examples/bfs.mlir --in "[0, 2, 3, 4, 4]" --in "[1, 2, 2, 0]" --in 0

lift.def @bfs<N, E>(%begins: !lift.array<N + 1, i32>, %edges: !lift.array<E, i32>, %source: i32) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant -1 : i32
  %nowhere = lift.generate [v : N] {
    %v = lift.nat v : i32
    %here = arith.cmpi eq, %v, %source : i32
    %d = arith.select %here, %zero, %none : i32
    lift.yield %d
  }
  %alone = lift.generate [i : 1] {
    lift.yield %source
  }
  %start = lift.pack %alone as !lift.exists<X upto N, !lift.array<X, i32>>
  %first = lift.tuple %nowhere, %start, %one
  %last = lift.iterate upto N (%s) in %first while {
    %frontier = lift.get %s[1]
    %n = lift.length %frontier
    %more = arith.cmpi sgt, %n, %zero : i32
    lift.yield %more
  } do {
    %distances = lift.get %s[0]
    %frontier = lift.get %s[1]
    %distance = lift.get %s[2]
    %rows = lift.map (%v) in %frontier {
      %w = arith.addi %v, %one : i32
      %begin = lift.at %begins[%v] else %zero
      %end = lift.at %begins[%w] else %zero
      %degree = arith.subi %end, %begin : i32
      %row = lift.generate [j : %degree upto E] {
        %j = lift.nat j : i32
        %e = arith.addi %begin, %j : i32
        lift.yield %e
      }
      lift.yield %row
    }
    %followed = lift.join %rows upto E
    %new = lift.filter (%e) in %followed {
      %v = lift.at %edges[%e] else %none
      %d = lift.at %distances[%v] else %zero
      %is_new = arith.cmpi slt, %d, %zero : i32
      %pair = lift.tuple %v, %e
      %both = lift.tuple %is_new, %pair
      lift.yield %both
    }
    %nodes = lift.map (%pair) in %new {
      %v = lift.get %pair[0]
      lift.yield %v
    }
    %by = lift.update (%old, %pair) in %new at %nodes into %distances {
      %e = lift.get %pair[1]
      lift.yield %e
    }
    %counted = lift.filter (%pair) in %new {
      %v = lift.get %pair[0]
      %e = lift.get %pair[1]
      %counts = lift.at %by[%v] else %none
      %keep = arith.cmpi eq, %counts, %e : i32
      %both = lift.tuple %keep, %v
      lift.yield %both
    }
    %count = lift.length %counted
    %next = lift.generate [i : %count upto N] {
      %i = lift.nat i : i32
      %v = lift.at %counted[%i] else %none
      lift.yield %v
    }
    %reached = lift.update (%old, %v) in %next at %next into %distances {
      lift.yield %distance
    }
    %further = arith.addi %distance, %one : i32
    %after = lift.tuple %reached, %next, %further
    lift.yield %after
  }
  %r = lift.get %last[0]
  lift.return %r
}
