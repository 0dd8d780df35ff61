// The sum of the even Fibonacci numbers that are not more than %most: problem 2 of Project Euler.
//
// The state is two neighbours and the sum so far. An iteration goes on to the next pair, while the first of the two is not
// too large; 46 of them are enough for numbers of 32 bits.
//
//   lift-run examples/fibonacci.mlir --in 4000000

lift.def @even_fibonacci(%most: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %first = lift.tuple %one, %two, %zero
  %last = lift.iterate upto 46 (%s) in %first while {
    %a = lift.get %s[0]
    %more = arith.cmpi sle, %a, %most : i32
    lift.yield %more
  } do {
    %a = lift.get %s[0]
    %b = lift.get %s[1]
    %sum = lift.get %s[2]
    %c = arith.addi %a, %b : i32
    %rest = arith.remsi %a, %two : i32
    %even = arith.cmpi eq, %rest, %zero : i32
    %added = arith.select %even, %a, %zero : i32
    %more = arith.addi %sum, %added : i32
    %next = lift.tuple %b, %c, %more
    lift.yield %next
  }
  %r = lift.get %last[2]
  lift.return %r
}
