// Each row without its mean and divided by its deviation, and then scaled and moved column by column.
lift.def @layer_norm<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %scale: !lift.array<M, f32>, %shift: !lift.array<M, f32>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %tiny = arith.constant 1.0e-5 : f32
  %width = lift.nat M : i32
  %count = arith.sitofp %width : i32 to f32
  %r = lift.map (%row) in %a {
    %sum = lift.reduce (%acc, %v) in %row from %zero {
      %s = arith.addf %acc, %v : f32
      lift.yield %s
    }
    %mean = arith.divf %sum, %count : f32
    %squares = lift.reduce (%acc, %v) in %row from %zero {
      %d = arith.subf %v, %mean : f32
      %d2 = arith.mulf %d, %d : f32
      %s = arith.addf %acc, %d2 : f32
      lift.yield %s
    }
    %variance = arith.divf %squares, %count : f32
    %safe = arith.addf %variance, %tiny : f32
    %deviation = math.sqrt %safe : f32
    %inverse = arith.divf %one, %deviation : f32
    %columns = lift.zip %row, %scale, %shift
    %line = lift.map (%p) in %columns {
      %v = lift.get %p[0]
      %factor = lift.get %p[1]
      %offset = lift.get %p[2]
      %d = arith.subf %v, %mean : f32
      %even = arith.mulf %d, %inverse : f32
      %scaled = arith.mulf %even, %factor : f32
      %moved = arith.addf %scaled, %offset : f32
      lift.yield %moved
    }
    lift.yield %line
  }
  lift.return %r
}
