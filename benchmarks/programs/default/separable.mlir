// A separable convolution with 17 taps: the columns, then the rows, where the edge goes on outside.
lift.def @separable<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %taps: !lift.array<17, f32>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad clamp 8, 8 %a
  %bands = lift.slide 17 by 1 %taller
  %down = lift.map (%band) in %bands {
    %columns = lift.transpose %band
    %line = lift.map (%column) in %columns {
      %both = lift.zip %column, %taps
      %sum = lift.reduce (%acc, %p) in %both from %zero {
        %v = lift.get %p[0]
        %tap = lift.get %p[1]
        %vt = arith.mulf %v, %tap : f32
        %s = arith.addf %acc, %vt : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  %r = lift.map (%row) in %down {
    %wider = lift.pad clamp 8, 8 %row
    %windows = lift.slide 17 by 1 %wider
    %line = lift.map (%window) in %windows {
      %both = lift.zip %window, %taps
      %sum = lift.reduce (%acc, %p) in %both from %zero {
        %v = lift.get %p[0]
        %tap = lift.get %p[1]
        %vt = arith.mulf %v, %tap : f32
        %s = arith.addf %acc, %vt : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %r
}
