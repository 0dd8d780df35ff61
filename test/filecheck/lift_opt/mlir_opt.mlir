// REQUIRES: mlir-opt
// RUN: lift-opt %s --print-op-generic | %mlir-opt --allow-unregistered-dialect --mlir-print-op-generic | lift-opt - | filecheck %s

// CHECK-LABEL: lift.def @halves<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 2, !lift.array<2, f32>> where [N mod 2 eq 0] {
lift.def @halves<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 2, !lift.array<2, f32>> where [N mod 2 eq 0] {
  // CHECK-NEXT: lift.split 2
  %r = lift.split 2 %xs
  lift.return %r
}

// `arith` sees only what MLIR computes with, so its own verifier has nothing to say.
// CHECK-LABEL: lift.def @lighter<N>
lift.def @lighter<N>(%xs: !lift.array<N, ui8>, %ws: !lift.array<N, bf16>, %x: ui8, %c: i1) -> !lift.array<N, tuple<ui8, bf16>> {
  %most = arith.constant 255 : i32
  %both = lift.zip %xs, %ws
  %r = lift.map (%p) in %both {
    %a = lift.get %p[0]
    %w = lift.get %p[1]
    // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : ui8
    %b = arith.select %c, %a, %x : ui8
    // CHECK: lift.convert %{{.*}} : ui8 to i32
    %i = lift.convert %b to i32
    %d = arith.addi %i, %i : i32
    %m = arith.minsi %d, %most : i32
    // CHECK: lift.convert %{{.*}} : i32 to ui8
    %u = lift.convert %m to ui8
    // CHECK: lift.convert %{{.*}} : bf16 to f32
    %f = lift.convert %w to f32
    %g = arith.addf %f, %f : f32
    // CHECK: lift.convert %{{.*}} : f32 to bf16
    %v = lift.convert %g to bf16
    %t = lift.tuple %u, %v
    lift.yield %t
  }
  lift.return %r
}
