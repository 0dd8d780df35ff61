// RUN: lift-opt %s -p 'lift-apply{step="stage_element space=local at %%r" function=rows},lift-apply{step="stage_element space=private at %%r" function=tiles}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="stage_element space=local at %%sum" function=fold}' | filecheck %s --check-prefix=FOLD
// RUN: not lift-opt %s -p 'lift-apply{step="stage_element space=private at %%r" function=rows}' 2>&1 | filecheck %s --check-prefix=NO-NUMBER
// RUN: not lift-opt %s -p 'lift-apply{step="stage_element space=local at %%r" function=scalars}' 2>&1 | filecheck %s --check-prefix=SCALARS
// RUN: not lift-opt %s -p 'lift-apply{step="stage_element space=local at %%r" function=triangle}' 2>&1 | filecheck %s --check-prefix=TRIANGLE

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT:  %r = lift.map (%row)[i] in %m
// CHECK-NEXT:  %r_copy = lift.map (%element) in %row
// CHECK-NEXT:  ocl.to_local %element
// CHECK:       %back = lift.gather %r_copy
// NO-NUMBER: error[LIFT0366]: `stage_element space=private at %r` does not hold: private memory has a size that is a number, and a length is none
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = lift.map (%row)[i] in %m {
    %back = lift.gather %row by (j) -> ((i + j) mod M)
    lift.yield %back
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @tiles
// CHECK-NEXT:  %r = lift.map (%tile) in %m
// CHECK-NEXT:  %r_copy = lift.map (%row) in %tile
// CHECK-NEXT:  %r_copy_row = lift.map (%element) in %row
// CHECK-NEXT:  ocl.to_private %element
// CHECK:       lift.transpose %r_copy
lift.def @tiles<N>(%m: !lift.array<N, !lift.array<2, !lift.array<3, f32>>>) -> !lift.array<N, !lift.array<3, !lift.array<2, f32>>> {
  %r = lift.map (%tile) in %m {
    %t = lift.transpose %tile
    lift.yield %t
  }
  lift.return %r
}

// SCALARS: error[LIFT0366]: `stage_element space=local at %r` does not hold: `%r = lift.map` is no instance of the left side of
lift.def @scalars<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}

// TRIANGLE: error[LIFT0366]: `stage_element space=local at %r` does not hold: a length is hidden, or rows have different lengths
lift.def @triangle<N>(%m: !lift.array<N, !lift.array<i : N, !lift.array<i + 1, f32>>>) -> !lift.array<N, !lift.array<i : N, !lift.array<i + 1, f32>>> {
  %r = lift.map (%t) in %m {
    lift.yield %t
  }
  lift.return %r
}

// FOLD-LABEL: lift.def @fold
// FOLD:       %sum = lift.reduce (%acc, %row) in %m from %zero
// FOLD-NEXT:  %sum_copy = lift.map (%element) in %row
// FOLD-NEXT:  ocl.to_local %element
// FOLD:       lift.at %sum_copy[0]
lift.def @fold<N>(%m: !lift.array<N, !lift.array<4, f32>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce (%acc, %row) in %m from %zero {
    %x = lift.at %row[0]
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}
