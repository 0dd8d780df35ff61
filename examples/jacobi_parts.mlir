// One step of Jacobi's method on a line, a plane and a space whose borders stay as they are: the border is a part of its own, so
// that no point asks whether it is at the border. In space a point counts as two of its six neighbours.
//
//   lift-run examples/jacobi_parts.mlir --entry plane --random N=4,M=6

lift.def @line<N>(%points: !lift.array<N, f32>) -> !lift.array<N, f32> where [N ge 2] {
  %half = arith.constant 0.5 : f32
  %first = lift.slice %points from 0 size 1
  %last = lift.slice %points from N - 1 size 1
  %windows = lift.slide 3 by 1 %points
  %inside = lift.map (%w) in %windows {
    %west = lift.at %w[0]
    %east = lift.at %w[2]
    %sum = arith.addf %west, %east : f32
    %mean = arith.mulf %sum, %half : f32
    lift.yield %mean
  }
  %r = lift.concat %first, %inside, %last
  lift.return %r
}

lift.def @plane<N, M>(%rows: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> where [N ge 2, M ge 2] {
  %quarter = arith.constant 0.25 : f32
  %first = lift.slice %rows from 0 size 1
  %last = lift.slice %rows from N - 1 size 1
  %bands = lift.slide 3 by 1 %rows
  %inside = lift.map (%band) in %bands {
    %above = lift.at %band[0]
    %here = lift.at %band[1]
    %below = lift.at %band[2]
    %west_end = lift.slice %here from 0 size 1
    %east_end = lift.slice %here from M - 1 size 1
    %north = lift.slice %above from 1 size M - 2
    %windows = lift.slide 3 by 1 %here
    %south = lift.slice %below from 1 size M - 2
    %crosses = lift.zip %north, %windows, %south
    %middle = lift.map (%c) in %crosses {
      %w = lift.get %c[1]
      %a = lift.get %c[0]
      %b = lift.at %w[0]
      %e = lift.at %w[2]
      %d = lift.get %c[2]
      %s1 = arith.addf %a, %b : f32
      %s2 = arith.addf %s1, %e : f32
      %s3 = arith.addf %s2, %d : f32
      %mean = arith.mulf %s3, %quarter : f32
      lift.yield %mean
    }
    %row = lift.concat %west_end, %middle, %east_end
    lift.yield %row
  }
  %r = lift.concat %first, %inside, %last
  lift.return %r
}

lift.def @space<N, M, K>(%planes: !lift.array<N, !lift.array<M, !lift.array<K, f32>>>)
    -> !lift.array<N, !lift.array<M, !lift.array<K, f32>>> where [N ge 2, M ge 2, K ge 2] {
  %eighth = arith.constant 0.125 : f32
  %first = lift.slice %planes from 0 size 1
  %last = lift.slice %planes from N - 1 size 1
  %slabs = lift.slide 3 by 1 %planes
  %inside = lift.map (%slab) in %slabs {
    %before = lift.at %slab[0]
    %plane = lift.at %slab[1]
    %behind = lift.at %slab[2]
    %top = lift.slice %plane from 0 size 1
    %bottom = lift.slice %plane from M - 1 size 1
    %bands = lift.slide 3 by 1 %plane
    %rows_before = lift.slice %before from 1 size M - 2
    %rows_behind = lift.slice %behind from 1 size M - 2
    %all = lift.zip %rows_before, %bands, %rows_behind
    %middle = lift.map (%one) in %all {
      %row_before = lift.get %one[0]
      %band = lift.get %one[1]
      %row_behind = lift.get %one[2]
      %above = lift.at %band[0]
      %here = lift.at %band[1]
      %below = lift.at %band[2]
      %west_end = lift.slice %here from 0 size 1
      %east_end = lift.slice %here from K - 1 size 1
      %windows = lift.slide 3 by 1 %here
      %p = lift.slice %row_before from 1 size K - 2
      %n = lift.slice %above from 1 size K - 2
      %s = lift.slice %below from 1 size K - 2
      %q = lift.slice %row_behind from 1 size K - 2
      %crosses = lift.zip %p, %n, %windows, %s, %q
      %line = lift.map (%c) in %crosses {
        %w = lift.get %c[2]
        %x0 = lift.get %c[0]
        %x1 = lift.get %c[1]
        %x2 = lift.at %w[0]
        %x3 = lift.at %w[1]
        %x4 = lift.at %w[2]
        %x5 = lift.get %c[3]
        %x6 = lift.get %c[4]
        %s1 = arith.addf %x0, %x1 : f32
        %s2 = arith.addf %s1, %x2 : f32
        %s3 = arith.addf %s2, %x3 : f32
        %s4 = arith.addf %s3, %x3 : f32
        %s5 = arith.addf %s4, %x4 : f32
        %s6 = arith.addf %s5, %x5 : f32
        %s7 = arith.addf %s6, %x6 : f32
        %mean = arith.mulf %s7, %eighth : f32
        lift.yield %mean
      }
      %row = lift.concat %west_end, %line, %east_end
      lift.yield %row
    }
    %rows = lift.concat %top, %middle, %bottom
    lift.yield %rows
  }
  %r = lift.concat %first, %inside, %last
  lift.return %r
}
