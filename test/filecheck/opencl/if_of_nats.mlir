// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// A condition of nats is written as it is, and what it guards stays behind it.
// CHECK-LABEL: kernel void each_1(
// CHECK-NOT:   / (M - 3)
// CHECK:       if (M >= 4) {
// CHECK:         / (M - 3)
// CHECK:       } else {
// CHECK-NOT:   / (M - 3)
lift.def @each<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.map (%x) in %xs {
    %c = lift.nat if(M ge 4, 1, 0) : i1
    %s = lift.if %c {
      %q = lift.nat N floordiv (M - 3) : i32
      %t = arith.addi %q, %x : i32
      lift.yield %t
    } else {
      lift.yield %x
    }
    lift.yield %s
  }
  lift.return %r
}
