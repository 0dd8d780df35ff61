// The number from 1 to N with the longest Collatz chain, and how long that is: problem 14 of Project Euler.
//
// A chain goes from n to n / 2 where that is even, else to 3 * n + 1, until it is at 1. Each number has an iteration of its
// own, which ends where its chain does; nobody knows a bound for it, so it is what an i32 can count. Of chains that are as long
// as each other, the first one counts. N = 999999 gives the answer, 837799.
//
//   lift-run examples/collatz.mlir -s N=1000

lift.def @collatz<N>() -> tuple<i32, i32> {
  %none = arith.constant 0 : i32
  %single = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %numbers = lift.generate [i : N] {
    %v = lift.nat i + 1 : i32
    lift.yield %v
  }
  %chains = lift.map (%number) in %numbers {
    %n = arith.extsi %number : i32 to i64
    %first = lift.tuple %n, %single
    %last = lift.iterate upto 2147483647 (%s) in %first while {
      %m = lift.get %s[0]
      %more = arith.cmpi ne, %m, %one : i64
      lift.yield %more
    } do {
      %m = lift.get %s[0]
      %length = lift.get %s[1]
      %odd = arith.andi %m, %one : i64
      %half = arith.divui %m, %two : i64
      %triple = arith.muli %m, %three : i64
      %up = arith.addi %triple, %one : i64
      %is_odd = arith.cmpi eq, %odd, %one : i64
      %next = arith.select %is_odd, %up, %half : i64
      %longer = arith.addi %length, %single : i32
      %both = lift.tuple %next, %longer
      lift.yield %both
    }
    %length = lift.get %last[1]
    %chain = lift.tuple %number, %length
    lift.yield %chain
  }
  %nothing = lift.tuple %none, %none
  %r = lift.reduce associative (%best, %chain) in %chains from %nothing {
    %n = lift.get %best[0]
    %length = lift.get %best[1]
    %other = lift.get %chain[0]
    %longer = lift.get %chain[1]
    %better = arith.cmpi sgt, %longer, %length : i32
    %a = arith.select %better, %other, %n : i32
    %b = arith.select %better, %longer, %length : i32
    %c = lift.tuple %a, %b
    lift.yield %c
  }
  lift.return %r
}
