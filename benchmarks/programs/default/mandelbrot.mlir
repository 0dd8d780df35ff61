// After how many of K steps each point of a grid leaves the circle of radius 2.
lift.def @mandelbrot<N, M, K>(%ys: !lift.array<N, f32>, %xs: !lift.array<M, f32>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4.0 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = lift.tuple %zero, %zero, %none
  %steps = lift.generate [k : K] {
    %step = lift.nat k : i32
    lift.yield %step
  }
  %r = lift.map (%y) in %ys {
    %line = lift.map (%x) in %xs {
      %end = lift.reduce (%z, %step) in %steps from %start {
        %re = lift.get %z[0]
        %im = lift.get %z[1]
        %count = lift.get %z[2]
        %re2 = arith.mulf %re, %re : f32
        %im2 = arith.mulf %im, %im : f32
        %size = arith.addf %re2, %im2 : f32
        %inside = arith.cmpf ole, %size, %four : f32
        %difference = arith.subf %re2, %im2 : f32
        %new_re = arith.addf %difference, %x : f32
        %product = arith.mulf %re, %im : f32
        %twice = arith.addf %product, %product : f32
        %new_im = arith.addf %twice, %y : f32
        %more = arith.addi %count, %one : i32
        %next_re = arith.select %inside, %new_re, %re : f32
        %next_im = arith.select %inside, %new_im, %im : f32
        %next_count = arith.select %inside, %more, %count : i32
        %next = lift.tuple %next_re, %next_im, %next_count
        lift.yield %next
      }
      %count = lift.get %end[2]
      lift.yield %count
    }
    lift.yield %line
  }
  lift.return %r
}
