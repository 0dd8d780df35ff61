// RUN: lift-opt %s -p 'lift-apply{step="as_vector_of_as_scalar at %%r" function=plain},lift-apply{step="as_vector_of_as_scalar at %%w" function=computed}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="as_vector_of_as_scalar at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %vs
lift.def @plain<N>(%vs: !lift.array<N, vector<4xf32>>) -> !lift.array<N, vector<4xf32>> {
  %s = ocl.as_scalar %vs
  %r = ocl.as_vector 4 %s
  lift.return %r
}

// CHECK-LABEL: lift.def @computed
// CHECK-NEXT: %v = ocl.as_vector 2 %xs
// CHECK-NEXT: %doubled = lift.map (%x) in %v
// CHECK-NEXT: %y = arith.addi %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: %r = ocl.as_scalar %doubled
// CHECK-NEXT: lift.return %r
lift.def @computed<N>(%xs: !lift.array<2 * N, i32>) -> !lift.array<2 * N, i32> {
  %v = ocl.as_vector 2 %xs
  %doubled = lift.map (%x) in %v {
    %y = arith.addi %x, %x : vector<2xi32>
    lift.yield %y
  }
  %s = ocl.as_scalar %doubled
  %w = ocl.as_vector 2 %s
  %r = ocl.as_scalar %w
  lift.return %r
}

// REFUSED: error[LIFT0366]: `as_vector_of_as_scalar at %r` does not hold: the result would be !lift.array<N, vector<4xf32>>, and is !lift.array<2 * N, vector<2xf32>>
lift.def @refused<N>(%vs: !lift.array<N, vector<4xf32>>) -> !lift.array<2 * N, vector<2xf32>> {
  %s = ocl.as_scalar %vs
  %r = ocl.as_vector 2 %s
  lift.return %r
}
