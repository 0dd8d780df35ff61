// How soon z, which is 0 at first and then z * z + c, is more than 2 away from 0: for each c of a grid, after at most M steps.
//
// %xs has the real parts of the columns, %ys the imaginary ones of the rows.
//
//   lift-run examples/mandelbrot.mlir --random H=20,W=30,M=50

lift.def @mandelbrot<H, W, M>(%xs: !lift.array<W, f32>, %ys: !lift.array<H, f32>) -> !lift.array<H, !lift.array<W, i32>> {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4.0 : f32
  %r = lift.map (%cy) in %ys {
    %row = lift.map (%cx) in %xs {
      %first = lift.tuple %zero, %zero, %none
      %last = lift.iterate upto M (%s) in %first while {
        %x = lift.get %s[0]
        %y = lift.get %s[1]
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %far = arith.addf %xx, %yy : f32
        %near = arith.cmpf ole, %far, %four : f32
        lift.yield %near
      } do {
        %x = lift.get %s[0]
        %y = lift.get %s[1]
        %steps = lift.get %s[2]
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %xy = arith.mulf %x, %y : f32
        %re = arith.subf %xx, %yy : f32
        %im = arith.addf %xy, %xy : f32
        %u = arith.addf %re, %cx : f32
        %v = arith.addf %im, %cy : f32
        %more = arith.addi %steps, %one : i32
        %next = lift.tuple %u, %v, %more
        lift.yield %next
      }
      %steps = lift.get %last[2]
      lift.yield %steps
    }
    lift.yield %row
  }
  lift.return %r
}
