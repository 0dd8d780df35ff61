// Particles are drawn anew by their weights, as a particle filter does it: each draw, a number below the sum of all weights, is
// looked up among the running sums. A draw that is not below the sum takes the last particle.
//
//   lift-run examples/resample.mlir --in "[10, 20, 30]" --in "[1, 3, 2]" --in "[0.5, 5.5, 1, 3.9]"

lift.def @resample<N, M>(%particles: !lift.array<N, f32>, %weights: !lift.array<N, f32>, %draws: !lift.array<M, f32>)
    -> !lift.array<M, f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.scan (%acc, %w) in %weights from %zero {
    %s = arith.addf %acc, %w : f32
    lift.yield %s
  }
  %last = lift.at %particles[N - 1]
  %r = lift.map (%draw) in %draws {
    %i = lift.search (%sum) in %sums {
      %before = arith.cmpf ole, %sum, %draw : f32
      lift.yield %before
    }
    %particle = lift.at %particles[%i] else %last
    lift.yield %particle
  }
  lift.return %r
}
