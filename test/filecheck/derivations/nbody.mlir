// Eight bodies at once, each with the same other one: forces in vectors, and then the movement.
//
// RUN: lift-opt %s -p 'lift-apply{step="map_fission at %%force"},lift-apply{step="split_join n=8 at %%r_first"},lift-apply{step="interchange_map_reduce at %%r_first"},lift-apply{step="vectorise_map w=8 at %%r_first"},lift-apply{step="accumulate_apart at %%force"},lift-apply{step="map_to_wrg d=0 at %%r_first_n"},lift-apply{step="map_to_glb d=0 at %%r"},lift-to-opencl' -t opencl | filecheck %s
// STEP: map_fission at %force
// STEP: split_join n=8 at %r_first
// STEP: interchange_map_reduce at %r_first
// STEP: vectorise_map w=8 at %r_first
// STEP: accumulate_apart at %force
// STEP: map_to_wrg d=0 at %r_first_n
// STEP: map_to_glb d=0 at %r

// CHECK: kernel void nbody_1
// CHECK: float8
// CHECK: sqrt(
// CHECK: kernel void nbody_2
lift.def @nbody<N>(%bodies: !lift.array<8 * N, tuple<f32, f32, f32, f32, f32>>, %dt: f32, %soft: f32)
    -> !lift.array<8 * N, tuple<f32, f32, f32, f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %none = lift.tuple %zero, %zero
  %r = lift.map (%body) in %bodies {
    %x = lift.get %body[0]
    %y = lift.get %body[1]
    %vx = lift.get %body[2]
    %vy = lift.get %body[3]
    %mass = lift.get %body[4]
    %force = lift.reduce (%acc, %other) in %bodies from %none {
      %ox = lift.get %other[0]
      %oy = lift.get %other[1]
      %om = lift.get %other[4]
      %dx = arith.subf %ox, %x : f32
      %dy = arith.subf %oy, %y : f32
      %dx2 = arith.mulf %dx, %dx : f32
      %dy2 = arith.mulf %dy, %dy : f32
      %d2 = arith.addf %dx2, %dy2 : f32
      %r2 = arith.addf %d2, %soft : f32
      %distance = math.sqrt %r2 : f32
      %r3 = arith.mulf %r2, %distance : f32
      %pull = arith.divf %om, %r3 : f32
      %px = arith.mulf %pull, %dx : f32
      %py = arith.mulf %pull, %dy : f32
      %ax = lift.get %acc[0]
      %ay = lift.get %acc[1]
      %sx = arith.addf %ax, %px : f32
      %sy = arith.addf %ay, %py : f32
      %s = lift.tuple %sx, %sy
      lift.yield %s
    }
    %fx = lift.get %force[0]
    %fy = lift.get %force[1]
    %gx = arith.mulf %fx, %dt : f32
    %gy = arith.mulf %fy, %dt : f32
    %wx = arith.addf %vx, %gx : f32
    %wy = arith.addf %vy, %gy : f32
    %mx = arith.mulf %wx, %dt : f32
    %my = arith.mulf %wy, %dt : f32
    %nx = arith.addf %x, %mx : f32
    %ny = arith.addf %y, %my : f32
    %moved = lift.tuple %nx, %ny, %wx, %wy, %mass
    lift.yield %moved
  }
  lift.return %r
}
