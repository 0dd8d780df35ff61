// RUN: lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=given}' | filecheck %s --check-prefix=GIVEN
// RUN: not lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK:      %lanes = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %init = lift.generate [i{{.*}} : M]
// CHECK-NEXT:   lift.yield %lanes
// CHECK:      %sum = lift.reduce (%acc, %xs) in %xss from %init
// CHECK-NEXT:   ocl.as_vector 4 %xs
// CHECK-NEXT:   lift.zip %acc,
// CHECK:      %as_scalar = ocl.as_scalar %sum
// CHECK-NEXT: lift.return %as_scalar
lift.def @holds<N, M>(%xss: !lift.array<N, !lift.array<4 * M, f32>>) -> !lift.array<4 * M, f32> {
  %zero = arith.constant 0.0 : f32
  %begin = lift.generate [i : 4 * M] {
    lift.yield %zero
  }
  %sum = lift.reduce (%acc, %xs) in %xss from %begin {
    %vs = ocl.as_vector 4 %acc
    %ws = ocl.as_vector 4 %xs
    %both = lift.zip %vs, %ws
    %next = lift.map (%p) in %both {
      %v = lift.get %p[0]
      %w = lift.get %p[1]
      %s = arith.addf %v, %w : vector<4xf32>
      lift.yield %s
    }
    %scalars = ocl.as_scalar %next
    lift.yield %scalars
  }
  lift.return %sum
}

// GIVEN-LABEL: lift.def @given
// GIVEN:      %init = ocl.as_vector 2 %begin
// GIVEN-NEXT: %sum = lift.reduce (%acc, %x)[k] in %xs from %init
lift.def @given<N, M>(%xs: !lift.array<N, i32>, %begin: !lift.array<2 * M, i32>) -> !lift.array<2 * M, i32> {
  %sum = lift.reduce (%acc, %x)[k] in %xs from %begin {
    %vs = ocl.as_vector 2 %acc
    %next = lift.map (%v) in %vs {
      %s = ocl.map_vec (%e) in %v {
        %n = lift.nat k : i32
        %nx = arith.muli %n, %x : i32
        %t = arith.subi %nx, %e : i32
        lift.yield %t
      }
      lift.yield %s
    }
    %scalars = ocl.as_scalar %next
    lift.yield %scalars
  }
  lift.return %sum
}

// REFUSED: error[LIFT0366]: `vector_accumulator at %sum` does not hold: the accumulator is used in other ways, too
lift.def @refused<N, M>(%xs: !lift.array<N, i32>, %begin: !lift.array<2 * M, i32>) -> !lift.array<2 * M, i32> {
  %sum = lift.reduce (%acc, %x) in %xs from %begin {
    %first = lift.at %acc[0]
    %vs = ocl.as_vector 2 %acc
    %next = lift.map (%v) in %vs {
      %s = ocl.map_vec (%e) in %v {
        %t = arith.subi %first, %e : i32
        lift.yield %t
      }
      lift.yield %s
    }
    %scalars = ocl.as_scalar %next
    lift.yield %scalars
  }
  lift.return %sum
}
