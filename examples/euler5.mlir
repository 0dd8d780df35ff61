// Project Euler 5: the smallest number that all numbers from 1 to N divide. N = 20 gives the answer, 232792560.
//
// The least common multiple of two numbers is their product, divided by their greatest common divisor, which Euclid's algorithm
// finds: it ends when nothing remains, after at most 92 steps for numbers of 64 bits.
//
//   lift-run examples/euler5.mlir -s N=20

lift.def @euler5<N>() -> i64 {
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %numbers = lift.generate [i : N] {
    %n = lift.nat i + 1 : i64
    lift.yield %n
  }
  %r = lift.reduce associative (%multiple, %n) in %numbers from %one {
    %both = lift.tuple %multiple, %n
    %last = lift.iterate upto 92 (%s) in %both while {
      %rest = lift.get %s[1]
      %more = arith.cmpi ne, %rest, %none : i64
      lift.yield %more
    } do {
      %a = lift.get %s[0]
      %b = lift.get %s[1]
      %rest = arith.remsi %a, %b : i64
      %next = lift.tuple %b, %rest
      lift.yield %next
    }
    %divisor = lift.get %last[0]
    %factor = arith.divsi %n, %divisor : i64
    %lcm = arith.muli %multiple, %factor : i64
    lift.yield %lcm
  }
  lift.return %r
}
