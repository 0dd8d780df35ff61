// Numbers in their order.
lift.def @sort_i32<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.sort %xs
  lift.return %r
}
