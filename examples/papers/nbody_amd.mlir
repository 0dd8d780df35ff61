// What N bodies do to each other, as AMD's SDK computes it: vectorised, and without local memory.
//
// A work item has four bodies, whose places are vectors, and goes through all bodies with their pulls in private memory.
//
//   lift-run examples/papers/nbody_amd.mlir --random N=8

lift.def @nbody_amd<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>, %z: !lift.array<N, f32>, %mass: !lift.array<N, f32>, %soft: f32)
    -> !lift.array<N, tuple<f32, f32, f32>> where [N mod 4 eq 0] {
  %none = arith.constant dense<0.0> : vector<4xf32>
  %nothing = lift.tuple %none, %none, %none
  %x4 = ocl.as_vector 4 %x
  %y4 = ocl.as_vector 4 %y
  %z4 = ocl.as_vector 4 %z
  %fours = lift.zip %x4, %y4, %z4
  %bodies = lift.zip %x, %y, %z, %mass
  %pulls = ocl.map_glb<0> (%four) in %fours {
    %px = lift.get %four[0]
    %py = lift.get %four[1]
    %pz = lift.get %four[2]
    %pulled = ocl.reduce_seq (%sum, %other) in %bodies from %nothing {
      %ox = lift.get %other[0]
      %oy = lift.get %other[1]
      %oz = lift.get %other[2]
      %om = lift.get %other[3]
      %dx = ocl.map_vec (%e) in %px {
        %d = arith.subf %ox, %e : f32
        lift.yield %d
      }
      %dy = ocl.map_vec (%e) in %py {
        %d = arith.subf %oy, %e : f32
        lift.yield %d
      }
      %dz = ocl.map_vec (%e) in %pz {
        %d = arith.subf %oz, %e : f32
        lift.yield %d
      }
      %dx2 = arith.mulf %dx, %dx : vector<4xf32>
      %dy2 = arith.mulf %dy, %dy : vector<4xf32>
      %dz2 = arith.mulf %dz, %dz : vector<4xf32>
      %dxy = arith.addf %dx2, %dy2 : vector<4xf32>
      %d2 = arith.addf %dxy, %dz2 : vector<4xf32>
      %r2 = ocl.map_vec (%e) in %d2 {
        %softened = arith.addf %e, %soft : f32
        lift.yield %softened
      }
      %distance = math.sqrt %r2 : vector<4xf32>
      %r3 = arith.mulf %r2, %distance : vector<4xf32>
      %pull = ocl.map_vec (%e) in %r3 {
        %q = arith.divf %om, %e : f32
        lift.yield %q
      }
      %qx = arith.mulf %pull, %dx : vector<4xf32>
      %ax = lift.get %sum[0]
      %bx = arith.addf %ax, %qx : vector<4xf32>
      %qy = arith.mulf %pull, %dy : vector<4xf32>
      %ay = lift.get %sum[1]
      %by = arith.addf %ay, %qy : vector<4xf32>
      %qz = arith.mulf %pull, %dz : vector<4xf32>
      %az = lift.get %sum[2]
      %bz = arith.addf %az, %qz : vector<4xf32>
      %s = lift.tuple %bx, %by, %bz
      lift.yield %s
    }
    lift.yield %pulled
  }
  %parts = lift.unzip %pulls
  %vx = lift.get %parts[0]
  %sx = ocl.as_scalar %vx
  %vy = lift.get %parts[1]
  %sy = ocl.as_scalar %vy
  %vz = lift.get %parts[2]
  %sz = ocl.as_scalar %vz
  %r = lift.zip %sx, %sy, %sz
  lift.return %r
}
