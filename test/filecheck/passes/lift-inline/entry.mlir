// RUN: lift-opt %s -p "lift-inline{entry=main}" | filecheck %s

// CHECK-NOT: lift.def @callee
lift.def @callee<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs by (i) -> (N - 1 - i)
  lift.return %r
}

// CHECK: lift.def @main
// CHECK-NEXT: lift.gather %xs by (i) -> (4 - i)
lift.def @main(%xs: !lift.array<5, f32>) -> !lift.array<5, f32> {
  %r = lift.call @callee(%xs)
  lift.return %r
}
