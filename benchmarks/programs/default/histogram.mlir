// How often each number below M is there.
lift.def @histogram<N, M>(%numbers: !lift.array<N, i32>) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = lift.generate [i : M] {
    lift.yield %zero
  }
  %counts = lift.update (%count, %number) in %numbers at %numbers into %zeros {
    %more = arith.addi %count, %one : i32
    lift.yield %more
  }
  lift.return %counts
}
