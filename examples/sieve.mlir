// The primes below N, by a sieve.
//
// The primes below a limit are known, at first those below 2. Their multiples are crossed out, all at once, and what is left below
// the square of the limit is prime. With that as the next limit, five iterations are enough for numbers of 32 bits. Each prime has
// as many multiples as it has; all of them together are less than 3 * N.
//
//   lift-run examples/sieve.mlir -s N=30

lift.def @sieve<N>() -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %false = arith.constant false
  %n = lift.nat N : i32
  %none = lift.generate [i : %zero upto N] {
    lift.yield %zero
  }
  %all = lift.generate [i : N] {
    %i = lift.nat i : i32
    %open = arith.cmpi sge, %i, %two : i32
    lift.yield %open
  }
  %first = lift.tuple %none, %two
  %last = lift.iterate upto 5 (%s) in %first while {
    %limit = lift.get %s[1]
    %more = arith.cmpi slt, %limit, %n : i32
    lift.yield %more
  } do {
    %primes = lift.get %s[0]
    %limit = lift.get %s[1]
    %times = arith.divsi %n, %limit : i32
    %inside = arith.cmpi sle, %limit, %times : i32
    %square = arith.muli %limit, %limit : i32
    %next = arith.select %inside, %square, %n : i32
    %largest = arith.subi %next, %one : i32
    %rows = lift.map (%p) in %primes {
      %factors = arith.divsi %largest, %p : i32
      %less = arith.subi %factors, %p : i32
      %count = arith.addi %less, %one : i32
      %row = lift.generate [k : %count upto N] {
        %k = lift.nat k : i32
        %factor = arith.addi %p, %k : i32
        %multiple = arith.muli %p, %factor : i32
        lift.yield %multiple
      }
      lift.yield %row
    }
    %multiples = lift.join %rows upto 3 * N
    %open = lift.update (%old, %m) in %multiples at %multiples into %all {
      lift.yield %false
    }
    %found = lift.filter (%is_open)[i] in %open {
      %i = lift.nat i : i32
      %below = arith.cmpi slt, %i, %next : i32
      %is_prime = arith.andi %is_open, %below : i1
      %both = lift.tuple %is_prime, %i
      lift.yield %both
    }
    %after = lift.tuple %found, %next
    lift.yield %after
  }
  %primes = lift.get %last[0]
  lift.return %primes
}
