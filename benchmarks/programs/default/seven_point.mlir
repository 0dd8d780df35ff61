// Seven points in space: each point, times a number, plus its six neighbours, where the edge goes on outside.
lift.def @seven_point<N, M, L>(%a: !lift.array<N, !lift.array<M, !lift.array<L, f32>>>, %centre: f32)
    -> !lift.array<N, !lift.array<M, !lift.array<L, f32>>> {
  %deeper = lift.pad clamp 1, 1 %a
  %padded = lift.map (%plane) in %deeper {
    %taller = lift.pad clamp 1, 1 %plane
    %rows = lift.map (%row) in %taller {
      %wider = lift.pad clamp 1, 1 %row
      lift.yield %wider
    }
    lift.yield %rows
  }
  %slabs = lift.slide 3 by 1 %padded
  %r = lift.map (%slab) in %slabs {
    %windows = lift.map (%plane) in %slab {
      %bands = lift.slide 3 by 1 %plane
      lift.yield %bands
    }
    %beams = lift.transpose %windows
    %own = lift.map (%beam) in %beams {
      %cut = lift.map (%band) in %beam {
        %threes = lift.map (%row) in %band {
          %three = lift.slide 3 by 1 %row
          lift.yield %three
        }
        %columns = lift.transpose %threes
        lift.yield %columns
      }
      %cubes = lift.transpose %cut
      %line = lift.map (%cube) in %cubes {
        %before = lift.at %cube[0]
        %here = lift.at %cube[1]
        %behind = lift.at %cube[2]
        %before_row = lift.at %before[1]
        %behind_row = lift.at %behind[1]
        %above_row = lift.at %here[0]
        %row = lift.at %here[1]
        %below_row = lift.at %here[2]
        %front = lift.at %before_row[1]
        %back = lift.at %behind_row[1]
        %above = lift.at %above_row[1]
        %below = lift.at %below_row[1]
        %west = lift.at %row[0]
        %point = lift.at %row[1]
        %east = lift.at %row[2]
        %s0 = arith.mulf %centre, %point : f32
        %s1 = arith.addf %s0, %front : f32
        %s2 = arith.addf %s1, %back : f32
        %s3 = arith.addf %s2, %above : f32
        %s4 = arith.addf %s3, %below : f32
        %s5 = arith.addf %s4, %west : f32
        %s6 = arith.addf %s5, %east : f32
        lift.yield %s6
      }
      lift.yield %line
    }
    lift.yield %own
  }
  lift.return %r
}
