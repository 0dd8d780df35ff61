// REQUIRES: mlir-opt
// RUN: lift-opt %s --print-op-generic | %mlir-opt --allow-unregistered-dialect --mlir-print-op-generic | lift-opt - | filecheck %s

// CHECK-LABEL: lift.def @halves<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 2, !lift.array<2, f32>> where [N mod 2 eq 0] {
lift.def @halves<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 2, !lift.array<2, f32>> where [N mod 2 eq 0] {
  // CHECK-NEXT: lift.split 2
  %r = lift.split 2 %xs
  lift.return %r
}
