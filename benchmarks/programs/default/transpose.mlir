// A matrix, transposed.
lift.def @transposed<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %r = lift.transpose %a
  lift.return %r
}
