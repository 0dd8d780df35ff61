// The largest of 3 x 3 neighbours minus the smallest of them.
lift.def @range3_i32<N, M>(%a: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %low = arith.constant -2147483648 : i32
  %high = arith.constant 2147483647 : i32
  %taller = lift.pad clamp 1, 1 %a
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 1, 1 %row
    lift.yield %wider
  }
  %bands = lift.slide 3 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %own = lift.slide 3 by 1 %row
      lift.yield %own
    }
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {
      %around = lift.join %window
      %most = lift.reduce (%acc, %v) in %around from %low {
        %m = arith.maxsi %acc, %v : i32
        lift.yield %m
      }
      %least = lift.reduce (%acc, %v) in %around from %high {
        %m = arith.minsi %acc, %v : i32
        lift.yield %m
      }
      %range = arith.subi %most, %least : i32
      lift.yield %range
    }
    lift.yield %line
  }
  lift.return %r
}
