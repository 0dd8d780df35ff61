// The forces between N atoms that are near each other (Lennard-Jones), as SHOC's MD computes them.
//
// Each atom (x, y, z) has a list of J neighbours. One that is further away than the cutoff does nothing. The list is stored
// neighbour by neighbour, so that work items side by side read side by side.
//
//   lift-run examples/papers/md.mlir --random N=8,J=4

lift.user_fun @force(r2: f32, cutoff: f32) -> f32
    = "float r = 1.0f / r2; float r6 = r * r * r; return r2 < cutoff ? r * r6 * (1.5f * r6 - 2.0f) : 0.0f;" {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %lj = arith.constant 1.5 : f32
  %zero = arith.constant 0.0 : f32
  %r = arith.divf %one, %r2 : f32
  %rr = arith.mulf %r, %r : f32
  %r6 = arith.mulf %rr, %r : f32
  %a = arith.mulf %lj, %r6 : f32
  %b = arith.subf %a, %two : f32
  %c = arith.mulf %r, %r6 : f32
  %f = arith.mulf %c, %b : f32
  %near = arith.cmpf olt, %r2, %cutoff : f32
  %g = arith.select %near, %f, %zero : f32
  lift.return %g
}

lift.def @md<N, J>(%atoms: !lift.array<N, tuple<f32, f32, f32>>, %neighbours: !lift.array<J, !lift.array<N, i32>>, %cutoff: f32)
    -> !lift.array<N, tuple<f32, f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %nothing = lift.tuple %zero, %zero, %zero
  %lists = lift.transpose %neighbours
  %with = lift.zip %atoms, %lists
  %forces = ocl.map_glb<0> (%p) in %with {
    %atom = lift.get %p[0]
    %list = lift.get %p[1]
    %x = lift.get %atom[0]
    %y = lift.get %atom[1]
    %z = lift.get %atom[2]
    %f = ocl.reduce_seq (%sum, %j) in %list from %nothing {
      %other = lift.at_unchecked %atoms[%j]
      %ox = lift.get %other[0]
      %oy = lift.get %other[1]
      %oz = lift.get %other[2]
      %dx = arith.subf %x, %ox : f32
      %dy = arith.subf %y, %oy : f32
      %dz = arith.subf %z, %oz : f32
      %dx2 = arith.mulf %dx, %dx : f32
      %dy2 = arith.mulf %dy, %dy : f32
      %dz2 = arith.mulf %dz, %dz : f32
      %dxy = arith.addf %dx2, %dy2 : f32
      %r2 = arith.addf %dxy, %dz2 : f32
      %force = lift.call @force(%r2, %cutoff)
      %fx = arith.mulf %force, %dx : f32
      %fy = arith.mulf %force, %dy : f32
      %fz = arith.mulf %force, %dz : f32
      %ax = lift.get %sum[0]
      %ay = lift.get %sum[1]
      %az = lift.get %sum[2]
      %bx = arith.addf %ax, %fx : f32
      %by = arith.addf %ay, %fy : f32
      %bz = arith.addf %az, %fz : f32
      %s = lift.tuple %bx, %by, %bz
      lift.yield %s
    }
    lift.yield %f
  }
  lift.return %forces
}
