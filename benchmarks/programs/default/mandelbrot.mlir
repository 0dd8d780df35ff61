// After how many of at most K steps each point of a grid leaves the circle of radius 2.
lift.def @mandelbrot<N, M, K>(%ys: !lift.array<N, f32>, %xs: !lift.array<M, f32>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4.0 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = lift.tuple %zero, %zero, %none
  %r = lift.map (%y) in %ys {
    %line = lift.map (%x) in %xs {
      %end = lift.iterate upto K (%z) in %start while {
        %re = lift.get %z[0]
        %im = lift.get %z[1]
        %re2 = arith.mulf %re, %re : f32
        %im2 = arith.mulf %im, %im : f32
        %size = arith.addf %re2, %im2 : f32
        %inside = arith.cmpf ole, %size, %four : f32
        lift.yield %inside
      } do {
        %re = lift.get %z[0]
        %im = lift.get %z[1]
        %count = lift.get %z[2]
        %re2 = arith.mulf %re, %re : f32
        %im2 = arith.mulf %im, %im : f32
        %difference = arith.subf %re2, %im2 : f32
        %new_re = arith.addf %difference, %x : f32
        %product = arith.mulf %re, %im : f32
        %twice = arith.addf %product, %product : f32
        %new_im = arith.addf %twice, %y : f32
        %more = arith.addi %count, %one : i32
        %next = lift.tuple %new_re, %new_im, %more
        lift.yield %next
      }
      %count = lift.get %end[2]
      lift.yield %count
    }
    lift.yield %line
  }
  lift.return %r
}
