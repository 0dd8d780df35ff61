// How far each of N places (latitude, longitude) is from one, as Rodinia's nearest neighbour computes it.
//
//   lift-run examples/papers/nn.mlir --random N=8

lift.def @nn<N>(%places: !lift.array<N, tuple<f32, f32>>, %latitude: f32, %longitude: f32) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%place) in %places {
    %a = lift.get %place[0]
    %b = lift.get %place[1]
    %da = arith.subf %latitude, %a : f32
    %db = arith.subf %longitude, %b : f32
    %da2 = arith.mulf %da, %da : f32
    %db2 = arith.mulf %db, %db : f32
    %d2 = arith.addf %da2, %db2 : f32
    %d = math.sqrt %d2 : f32
    lift.yield %d
  }
  lift.return %r
}
