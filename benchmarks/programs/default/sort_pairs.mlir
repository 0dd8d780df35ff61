// Pairs in the order of their first parts.
lift.def @sort_pairs<N>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>) -> tuple<!lift.array<N, f32>, !lift.array<N, i32>> {
  %pairs = lift.zip %xs, %is
  %r = lift.sort (%pair) in %pairs {
    %x = lift.get %pair[0]
    lift.yield %x
  }
  %parts = lift.unzip %r
  lift.return %parts
}
