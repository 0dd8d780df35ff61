// The forces between bodies: a work item has sixteen of them, and adds up what each body does to them.
lift.def @nb<N>(%X: !lift.array<N, f32>, %Y: !lift.array<N, f32>, %Z: !lift.array<N, f32>, %M: !lift.array<N, f32>)
    -> tuple<!lift.array<N, f32>, !lift.array<N, f32>, !lift.array<N, f32>> where [N mod 16 eq 0]
    launch(local = [1], groups = [N floordiv 16]) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %eps = arith.constant dense<0.001> : vector<16xf32>
  %none = lift.tuple %zero, %zero, %zero
  %XV = ocl.as_vector 16 %X
  %YV = ocl.as_vector 16 %Y
  %ZV = ocl.as_vector 16 %Z
  %targets = lift.zip %XV, %YV, %ZV
  %sources = lift.zip %X, %Y, %Z, %M
  %r = ocl.map_glb<0> (%t) in %targets {
    %x = lift.get %t[0]
    %y = lift.get %t[1]
    %z = lift.get %t[2]
    %f = ocl.reduce_seq (%acc, %s) in %sources from %none {
      %sx = lift.get %s[0]
      %sy = lift.get %s[1]
      %sz = lift.get %s[2]
      %sm = lift.get %s[3]
      %dx = ocl.map_vec (%edx) in %x { %kdx = arith.subf %sx, %edx : f32 lift.yield %kdx }
      %dy = ocl.map_vec (%edy) in %y { %kdy = arith.subf %sy, %edy : f32 lift.yield %kdy }
      %dz = ocl.map_vec (%edz) in %z { %kdz = arith.subf %sz, %edz : f32 lift.yield %kdz }
      %xx = arith.mulf %dx, %dx : vector<16xf32>
      %yy = arith.mulf %dy, %dy : vector<16xf32>
      %zz = arith.mulf %dz, %dz : vector<16xf32>
      %q1 = arith.addf %xx, %yy : vector<16xf32>
      %q2 = arith.addf %q1, %zz : vector<16xf32>
      %r2 = arith.addf %q2, %eps : vector<16xf32>
      %ir = math.rsqrt %r2 : vector<16xf32>
      %i2 = arith.mulf %ir, %ir : vector<16xf32>
      %i3 = arith.mulf %i2, %ir : vector<16xf32>
      %w = ocl.map_vec (%ew) in %i3 { %kw = arith.mulf %sm, %ew : f32 lift.yield %kw }
      %px = arith.mulf %w, %dx : vector<16xf32>
      %py = arith.mulf %w, %dy : vector<16xf32>
      %pz = arith.mulf %w, %dz : vector<16xf32>
      %ax = lift.get %acc[0]
      %ay = lift.get %acc[1]
      %az = lift.get %acc[2]
      %bx = arith.addf %ax, %px : vector<16xf32>
      %by = arith.addf %ay, %py : vector<16xf32>
      %bz = arith.addf %az, %pz : vector<16xf32>
      %n = lift.tuple %bx, %by, %bz
      lift.yield %n
    }
    lift.yield %f
  }
  %u = lift.unzip %r
  %a = lift.get %u[0]
  %b = lift.get %u[1]
  %c = lift.get %u[2]
  %as = ocl.as_scalar %a
  %bs = ocl.as_scalar %b
  %cs = ocl.as_scalar %c
  %o = lift.tuple %as, %bs, %cs
  lift.return %o
}
