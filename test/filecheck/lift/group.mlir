// RUN: lift-opt %s | lift-opt | filecheck %s
// RUN: lift-opt %s --print-op-generic | lift-opt | filecheck %s

// CHECK-LABEL: lift.def @runs
lift.def @runs<N>(%xs: !lift.array<N, f32>) -> !lift.exists<G upto N, !lift.array<G, i32>> {
  // CHECK-NEXT: %groups = lift.group (%a, %b) in %xs : !lift.exists<G upto N, !lift.array<G, !lift.exists<X upto N, !lift.array<X, f32>>>> {
  %groups = lift.group (%a, %b) in %xs {
    %same = arith.cmpf oeq, %a, %b : f32
    lift.yield %same
  }
  // CHECK: lift.map (%row) in %groups : !lift.exists<G upto N, !lift.array<G, i32>> {
  %r = lift.map (%row) in %groups {
    %n = lift.length %row
    lift.yield %n
  }
  lift.return %r
}

// Of a hidden length, the bound is what there is room for.
// CHECK-LABEL: lift.def @hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i32 {
  // CHECK-NEXT: lift.group (%a, %b) in %e : !lift.exists<G upto N, !lift.array<G, !lift.exists<X upto N, !lift.array<X, f32>>>> {
  %groups = lift.group (%a, %b) in %e {
    %same = arith.cmpf oeq, %a, %b : f32
    lift.yield %same
  }
  %r = lift.length %groups
  lift.return %r
}
