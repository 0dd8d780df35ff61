// Each body with all others: a work group copies 64 of them at a time, and each of its items goes through these.
//
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s
// RUN: lift-opt %s --profile gpu,local_bytes=1024 -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s --check-prefix=NO-ROOM

// CHECK-LABEL: void nbody_1(
// CHECK:      for (int i = 0; i < N / 64; i++) {
// CHECK:        force_n_copy[l_id] = bodies
// CHECK:        barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:        for (int i1 = 0; i1 < 64; i1++) {
// CHECK:          force_n_copy{{[0-9]*}}[i1]
// CHECK:        barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-LABEL: kernel void nbody_2(
// NO-ROOM-NOT: local float
lift.def @nbody<N>(%bodies: !lift.array<N, tuple<f32, f32, f32, f32, f32>>, %dt: f32, %soft: f32)
    -> !lift.array<N, tuple<f32, f32, f32, f32, f32>> {
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
