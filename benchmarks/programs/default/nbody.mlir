// What N bodies (x, y, z, mass) do to each: the sum of what pulls it, softened where two meet.
lift.def @nbody<N>(%bodies: !lift.array<N, tuple<f32, f32, f32, f32>>) -> !lift.array<N, tuple<f32, f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %soft = arith.constant 1.0e-3 : f32
  %none = lift.tuple %zero, %zero, %zero
  %r = lift.map (%body) in %bodies {
    %x = lift.get %body[0]
    %y = lift.get %body[1]
    %z = lift.get %body[2]
    %force = lift.reduce (%acc, %other) in %bodies from %none {
      %ox = lift.get %other[0]
      %oy = lift.get %other[1]
      %oz = lift.get %other[2]
      %mass = lift.get %other[3]
      %dx = arith.subf %ox, %x : f32
      %dy = arith.subf %oy, %y : f32
      %dz = arith.subf %oz, %z : f32
      %dx2 = arith.mulf %dx, %dx : f32
      %dy2 = arith.mulf %dy, %dy : f32
      %dz2 = arith.mulf %dz, %dz : f32
      %dxy = arith.addf %dx2, %dy2 : f32
      %dxyz = arith.addf %dxy, %dz2 : f32
      %square = arith.addf %dxyz, %soft : f32
      %distance = math.sqrt %square : f32
      %cube = arith.mulf %square, %distance : f32
      %pull = arith.divf %mass, %cube : f32
      %px = arith.mulf %pull, %dx : f32
      %py = arith.mulf %pull, %dy : f32
      %pz = arith.mulf %pull, %dz : f32
      %ax = lift.get %acc[0]
      %ay = lift.get %acc[1]
      %az = lift.get %acc[2]
      %sx = arith.addf %ax, %px : f32
      %sy = arith.addf %ay, %py : f32
      %sz = arith.addf %az, %pz : f32
      %s = lift.tuple %sx, %sy, %sz
      lift.yield %s
    }
    lift.yield %force
  }
  lift.return %r
}
