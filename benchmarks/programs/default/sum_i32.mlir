// The sum of integers.
lift.def @sum_i32<N>(%x: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = lift.reduce (%acc, %v) in %x from %zero {
    %s = arith.addi %acc, %v : i32
    lift.yield %s
  }
  lift.return %r
}
