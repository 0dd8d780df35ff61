// Project Euler 23: the sum of all numbers below N that are not the sum of two abundant ones, which are less than the sum of their
// proper divisors. From 28124 on each number is such a sum, so N = 28124 gives the answer, 4179871.
//
//   lift-run examples/euler23.mlir --size N=30

lift.def @euler23<N>() -> i64 {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %false = arith.constant false
  %none = arith.constant 0 : i64
  %numbers = lift.generate [n : N] {
    %n = lift.nat n
    lift.yield %n
  }
  %abundant = lift.map (%n) in %numbers {
    %half = arith.divsi %n, %two : i32
    %candidates = lift.generate [d : %half upto N] {
      %d = lift.nat d + 1
      lift.yield %d
    }
    %sum = lift.reduce (%acc, %d) in %candidates from %zero {
      %rest = arith.remsi %n, %d : i32
      %divides = arith.cmpi eq, %rest, %zero : i32
      %part = arith.select %divides, %d, %zero : i32
      %s = arith.addi %acc, %part : i32
      lift.yield %s
    }
    %more = arith.cmpi sgt, %sum, %n : i32
    lift.yield %more
  }
  %r = lift.reduce (%acc, %n) in %numbers from %none {
    %smaller = lift.generate [a : %n upto N] {
      %a = lift.nat a
      lift.yield %a
    }
    %is_sum = lift.reduce (%found, %a) in %smaller from %false {
      %b = arith.subi %n, %a : i32
      %first = lift.at %abundant[%a] else %false
      %second = lift.at %abundant[%b] else %false
      %both = arith.andi %first, %second : i1
      %any = arith.ori %found, %both : i1
      lift.yield %any
    }
    %wide = arith.extsi %n : i32 to i64
    %counted = arith.select %is_sum, %none, %wide : i64
    %s = arith.addi %acc, %counted : i64
    lift.yield %s
  }
  lift.return %r
}
