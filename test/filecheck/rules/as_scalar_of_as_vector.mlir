// RUN: lift-opt %s -p 'lift-apply{step="as_scalar_of_as_vector at %%r" function=plain},lift-apply{step="as_scalar_of_as_vector at %%s" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="as_scalar_of_as_vector at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %xs
lift.def @plain<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %v = ocl.as_vector 4 %xs
  %r = ocl.as_scalar %v
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<2 * M, i32>>) -> !lift.array<N, !lift.array<2 * M, i32>> {
  %r = lift.map (%row) in %m {
    %v = ocl.as_vector 2 %row
    %s = ocl.as_scalar %v
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `as_scalar_of_as_vector at %r` does not hold: `%r = ocl.as_scalar` is no instance of the left side of `as_scalar(as_vector(w, xs)) = xs`
lift.def @refused<N>(%xs: !lift.array<4 * N, f32>) -> !lift.array<4 * N, f32> {
  %v = ocl.as_vector 4 %xs
  %w = lift.gather %v by (i) -> (N - 1 - i)
  %r = ocl.as_scalar %w
  lift.return %r
}
