// Forward substitution: the x for which L x = b, where L is a lower triangular matrix. Row k has k + 1 elements.
//
// Each row gives one more element of x, from those before it: x[k] = (b[k] - L[k][0] x[0] - .. - L[k][k - 1] x[k - 1]) / L[k][k].
//
//   lift-run examples/substitution.mlir --in "[2, 1, 4]" --in "[6, 11]"

lift.def @substitution<N>(%l: !lift.array<i : N, !lift.array<i + 1, f32>>, %b: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %nothing = lift.generate [i : N] {
    lift.yield %zero
  }
  %rows = lift.zip %l, %b
  %x = lift.reduce (%known, %p)[k] in %rows from %nothing {
    %row = lift.get %p[0]
    %right = lift.get %p[1]
    %before = lift.slice %row from 0 size k
    %found = lift.slice %known from 0 size k
    %both = lift.zip %before, %found
    %dot = lift.reduce (%acc, %q) in %both from %zero {
      %a = lift.get %q[0]
      %y = lift.get %q[1]
      %ay = arith.mulf %a, %y : f32
      %s = arith.addf %acc, %ay : f32
      lift.yield %s
    }
    %left = arith.subf %right, %dot : f32
    %diagonal = lift.at %row[k]
    %one = arith.divf %left, %diagonal : f32
    %next = lift.map (%y)[j] in %known {
      %here = lift.nat if(j eq k, 1, 0) : i1
      %z = arith.select %here, %one, %y : f32
      lift.yield %z
    }
    lift.yield %next
  }
  lift.return %x
}
