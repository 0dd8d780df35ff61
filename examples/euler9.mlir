// Project Euler 9: the whole numbers a < b < c with a * a + b * b = c * c whose sum is N, and the product of each three. For
// N = 1000 there is one such triangle, 200, 375 and 425, and its product is the answer, 31875000.
//
// For each a there is a list of the b that leave a larger c, each list as long as it has to be, of which few are kept.
//
//   lift-run examples/euler9.mlir -s N=60

lift.def @euler9<N>() -> !lift.exists<X upto N, !lift.array<X, tuple<i64, i64, i64, i64>>> {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %n = lift.nat N : i64
  %firsts = lift.generate [i : N] {
    %a = lift.nat i + 1 : i64
    lift.yield %a
  }
  %rows = lift.map (%a) in %firsts {
    %rest = arith.subi %n, %a : i64
    %less = arith.subi %rest, %one : i64
    %half = arith.divsi %less, %two : i64
    %count = arith.subi %half, %a : i64
    %seconds = lift.generate [j : %count upto N] {
      %j = lift.nat j + 1 : i64
      %b = arith.addi %a, %j : i64
      lift.yield %b
    }
    %found = lift.filter (%b) in %seconds {
      %c = arith.subi %rest, %b : i64
      %aa = arith.muli %a, %a : i64
      %bb = arith.muli %b, %b : i64
      %cc = arith.muli %c, %c : i64
      %sum = arith.addi %aa, %bb : i64
      %right = arith.cmpi eq, %sum, %cc : i64
      %ab = arith.muli %a, %b : i64
      %abc = arith.muli %ab, %c : i64
      %triangle = lift.tuple %a, %b, %c, %abc
      %both = lift.tuple %right, %triangle
      lift.yield %both
    }
    lift.yield %found
  }
  %r = lift.join %rows upto N
  lift.return %r
}
