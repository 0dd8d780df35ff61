// What N bodies (x, y, z, mass) do to each other, as NVIDIA's SDK computes it.
//
// A work group has 8 bodies. In a loop over tiles of all bodies it copies one to local memory, and each work item adds what
// the bodies there do to its own to the sums that it keeps in private memory.
//
//   lift-run examples/papers/nbody_nvidia.mlir --random N=16

lift.def @nbody_nvidia<N>(%bodies: !lift.array<N, tuple<f32, f32, f32, f32>>, %soft: f32)
    -> !lift.array<N, tuple<f32, f32, f32>> where [N mod 8 eq 0] launch(local = [8], groups = [N floordiv 8]) {
  %zero = arith.constant 0.0 : f32
  %nothing = lift.tuple %zero, %zero, %zero
  %tiles = lift.split 8 %bodies
  %pulls = ocl.map_wrg<0> (%group) in %tiles {
    %none = lift.generate [i : 8] {
      lift.yield %nothing
    }
    %sums = ocl.reduce_seq (%acc, %tile) in %tiles from %none {
      %near = ocl.map_lcl<0> (%body) in %tile {
        %l = ocl.to_local %body
        lift.yield %l
      }
      %both = lift.zip %acc, %group
      %new = ocl.map_lcl<0> (%p) in %both {
        %old = lift.get %p[0]
        %body = lift.get %p[1]
        %x = lift.get %body[0]
        %y = lift.get %body[1]
        %z = lift.get %body[2]
        %pulled = ocl.reduce_seq (%sum, %other) in %near from %old {
          %ox = lift.get %other[0]
          %oy = lift.get %other[1]
          %oz = lift.get %other[2]
          %om = lift.get %other[3]
          %dx = arith.subf %ox, %x : f32
          %dy = arith.subf %oy, %y : f32
          %dz = arith.subf %oz, %z : f32
          %dx2 = arith.mulf %dx, %dx : f32
          %dy2 = arith.mulf %dy, %dy : f32
          %dz2 = arith.mulf %dz, %dz : f32
          %dxy = arith.addf %dx2, %dy2 : f32
          %d2 = arith.addf %dxy, %dz2 : f32
          %r2 = arith.addf %d2, %soft : f32
          %distance = math.sqrt %r2 : f32
          %r3 = arith.mulf %r2, %distance : f32
          %pull = arith.divf %om, %r3 : f32
          %px = arith.mulf %pull, %dx : f32
          %py = arith.mulf %pull, %dy : f32
          %pz = arith.mulf %pull, %dz : f32
          %ax = lift.get %sum[0]
          %ay = lift.get %sum[1]
          %az = lift.get %sum[2]
          %bx = arith.addf %ax, %px : f32
          %by = arith.addf %ay, %py : f32
          %bz = arith.addf %az, %pz : f32
          %s = lift.tuple %bx, %by, %bz
          lift.yield %s
        }
        %own = ocl.to_private %pulled
        lift.yield %own
      }
      lift.yield %new
    }
    %out = ocl.map_lcl<0> (%s) in %sums {
      lift.yield %s
    }
    lift.yield %out
  }
  %r = lift.join %pulls
  lift.return %r
}
