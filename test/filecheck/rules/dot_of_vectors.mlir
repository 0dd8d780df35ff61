// RUN: lift-opt %s -p 'lift-apply{step="dot_of_vectors at %%sum" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="dot_of_vectors at %%sum" function=lanes}' | filecheck %s --check-prefix=LANES
// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_vectors w=4 at %%sum" function=row},lift-apply{step="dot_of_vectors at %%sum" function=row}' | filecheck %s --check-prefix=ROW
// RUN: not lift-opt %s -p 'lift-apply{step="dot_of_vectors at %%sum" function=wide}' 2>&1 | filecheck %s --check-prefix=WIDE
// RUN: not lift-opt %s -p 'lift-apply{step="dot_of_vectors at %%sum" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="dot_of_vectors at %%sum" function=squares}' 2>&1 | filecheck %s --check-prefix=SQUARES
// RUN: not lift-opt %s -p 'lift-apply{step="dot_of_vectors at %%sum" function=scaled}' 2>&1 | filecheck %s --check-prefix=SCALED

// CHECK-LABEL: lift.def @holds
// CHECK:      %dot = ocl.dot %x, %y : f32
// CHECK-NEXT: %sum = arith.addf %a, %dot : f32
// CHECK-NEXT: lift.return %sum
lift.def @holds(%x: vector<4xf32>, %y: vector<4xf32>, %a: f32) -> f32 {
  %xy = arith.mulf %x, %y : vector<4xf32>
  %sum = ocl.reduce_vec associative commutative (%acc, %e) in %xy from %a {
    %s = arith.addf %e, %acc : f32
    lift.yield %s
  }
  lift.return %sum
}

// LANES-LABEL: lift.def @lanes
// LANES: ocl.dot %y, %x : f64
lift.def @lanes(%x: vector<3xf64>, %y: vector<3xf64>, %a: f64) -> f64 {
  %both = lift.tuple %x, %y
  %xy = ocl.map_vec (%p) in %both {
    %e = lift.get %p[0]
    %f = lift.get %p[1]
    %g = arith.mulf %f, %e : f64
    lift.yield %g
  }
  %sum = ocl.reduce_vec (%acc, %e) in %xy from %a {
    %s = arith.addf %e, %acc : f64
    lift.yield %s
  }
  lift.return %sum
}

// ROW-LABEL: lift.def @row
// ROW:      %sum_n = lift.reduce (%acc_n, %x_n) in %as_vector from %a
// ROW-NEXT:   %dot = ocl.dot %x_n, %x_n : f32
// ROW-NEXT:   %sum = arith.addf %acc_n, %dot : f32
lift.def @row<N>(%xs: !lift.array<4 * N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce (%acc, %x) in %xs from %a {
    %xx = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %xx : f32
    lift.yield %s
  }
  lift.return %sum
}

// WIDE: error[LIFT0366]: `dot_of_vectors at %sum` does not hold: 'ocl.dot' needs vectors of 2, 3 or 4 floats
lift.def @wide(%x: vector<8xf32>, %y: vector<8xf32>, %a: f32) -> f32 {
  %xy = arith.mulf %x, %y : vector<8xf32>
  %sum = ocl.reduce_vec (%acc, %e) in %xy from %a {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  lift.return %sum
}

// ORDERED: error[LIFT0366]: `dot_of_vectors at %sum` does not hold: the fold is said to be ordered
lift.def @ordered(%x: vector<2xf32>, %y: vector<2xf32>, %a: f32) -> f32 {
  %xy = arith.mulf %x, %y : vector<2xf32>
  %sum = ocl.reduce_vec ordered (%acc, %e) in %xy from %a {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  lift.return %sum
}

// SQUARES: error[LIFT0366]: `dot_of_vectors at %sum` does not hold: what is added is not the product
lift.def @squares(%x: vector<2xf32>, %y: vector<2xf32>, %a: f32) -> f32 {
  %xy = arith.mulf %x, %y : vector<2xf32>
  %sum = ocl.reduce_vec (%acc, %e) in %xy from %a {
    %ee = arith.mulf %e, %e : f32
    %s = arith.addf %acc, %ee : f32
    lift.yield %s
  }
  lift.return %sum
}

// SCALED: error[LIFT0366]: `dot_of_vectors at %sum` does not hold: `%sum = ocl.reduce_vec` is no instance of the left side of `reduce_vec(+, a, x * y) = a + dot(x, y)`
lift.def @scaled(%x: vector<2xf32>, %k: f32, %a: f32) -> f32 {
  %xk = ocl.map_vec (%e) in %x {
    %p = arith.mulf %e, %k : f32
    lift.yield %p
  }
  %sum = ocl.reduce_vec (%acc, %e) in %xk from %a {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  lift.return %sum
}
