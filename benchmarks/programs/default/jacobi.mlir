// Sweeps of Jacobi's method: in each, a point becomes the mean of its four neighbours, with 0 around the grid.
lift.def @jacobi<N, M, K>(%grid: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  %r = lift.iterate K (%now)[n] in %grid {
    %edge = lift.generate [e : M] {
      lift.yield %zero
    }
    %taller = lift.pad constant %edge 1, 1 %now
    %padded = lift.map (%row) in %taller {
      %wider = lift.pad constant %zero 1, 1 %row
      lift.yield %wider
    }
    %bands = lift.slide 3 by 1 %padded
    %next = lift.map (%band) in %bands {
      %windows = lift.map (%row) in %band {
        %threes = lift.slide 3 by 1 %row
        lift.yield %threes
      }
      %points = lift.transpose %windows
      %line = lift.map (%window) in %points {
        %above = lift.at %window[0]
        %here = lift.at %window[1]
        %below = lift.at %window[2]
        %north = lift.at %above[1]
        %west = lift.at %here[0]
        %east = lift.at %here[2]
        %south = lift.at %below[1]
        %s1 = arith.addf %north, %west : f32
        %s2 = arith.addf %s1, %east : f32
        %s3 = arith.addf %s2, %south : f32
        %mean = arith.mulf %s3, %quarter : f32
        lift.yield %mean
      }
      lift.yield %line
    }
    lift.yield %next
  }
  lift.return %r
}
