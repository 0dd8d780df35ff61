// The primes below N, by the sieve of Eratosthenes.
//
// %open says which numbers may still be prime. Each number whose square is below N is looked at in turn: where it is prime, its
// multiples from its square on are crossed out. There are as many of them as the number says, so their list has a hidden length.
//
//   lift-run examples/sieve.mlir -s N=30

lift.def @sieve<N>() -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %false = arith.constant false
  %largest = lift.nat N - 1 : i32
  %all = lift.generate [i : N] {
    %i = lift.nat i : i32
    %may = arith.cmpi sge, %i, %two : i32
    lift.yield %may
  }
  %first = lift.tuple %all, %two
  %last = lift.iterate upto N (%s) in %first while {
    %p = lift.get %s[1]
    %times = arith.divsi %largest, %p : i32
    %more = arith.cmpi sge, %times, %p : i32
    lift.yield %more
  } do {
    %open = lift.get %s[0]
    %p = lift.get %s[1]
    %prime = lift.at %open[%p] else %false
    %times = arith.divsi %largest, %p : i32
    %less = arith.subi %times, %p : i32
    %most = arith.addi %less, %one : i32
    %count = arith.select %prime, %most, %zero : i32
    %multiples = lift.generate [k : %count upto N] {
      %k = lift.nat k : i32
      %factor = arith.addi %p, %k : i32
      %multiple = arith.muli %p, %factor : i32
      lift.yield %multiple
    }
    %crossed = lift.update (%old, %m) in %multiples at %multiples into %open {
      lift.yield %false
    }
    %next = arith.addi %p, %one : i32
    %after = lift.tuple %crossed, %next
    lift.yield %after
  }
  %open = lift.get %last[0]
  %primes = lift.filter (%is_prime)[i] in %open {
    %i = lift.nat i : i32
    %both = lift.tuple %is_prime, %i
    lift.yield %both
  }
  lift.return %primes
}
