// RUN: lift-opt %s --profile generic,fusion=off -p lift-fuse | filecheck %s
// RUN: lift-opt %s -p lift-fuse | filecheck %s --check-prefix=ON

// CHECK:      lift.map
// CHECK:      lift.map
// ON:         lift.map
// ON-NOT:     lift.map
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %zs = lift.map (%y) in %ys {
    %z = arith.addf %y, %y : f32
    lift.yield %z
  }
  lift.return %zs
}
