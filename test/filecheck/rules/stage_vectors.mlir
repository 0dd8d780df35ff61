// RUN: lift-opt %s -p 'lift-apply{step="stage_vectors space=local w=4 at %%t" function=rows},lift-apply{step="stage_vectors space=private w=2 at %%s" function=row}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="stage_vectors space=local w=8 at %%t" function=rows}' 2>&1 | filecheck %s --check-prefix=WIDTH
// RUN: not lift-opt %s -p 'lift-apply{step="stage_vectors space=private w=4 at %%t" function=rows}' 2>&1 | filecheck %s --check-prefix=NO-NUMBER
// RUN: not lift-opt %s -p 'lift-apply{step="stage_vectors space=local w=4 at %%n" function=scalar}' 2>&1 | filecheck %s --check-prefix=SCALAR

// CHECK-LABEL: lift.def @rows
// CHECK:       %t = lift.transpose %m
// CHECK-NEXT:  %t_copy = lift.map (%row) in %t
// CHECK-NEXT:  %as_vector = ocl.as_vector 4 %row
// CHECK-NEXT:  %t_copy_row = lift.map (%vector) in %as_vector
// CHECK-NEXT:  ocl.to_local %vector
// CHECK:       %as_scalar = ocl.as_scalar %t_copy_row
// CHECK-NEXT:  lift.yield %as_scalar
// WIDTH: error[LIFT0366]: `stage_vectors space=local w=8 at %t` does not hold: 'ocl.as_vector' needs a length that is a multiple of 8
// NO-NUMBER: error[LIFT0366]: `stage_vectors space=private w=4 at %t` does not hold: private memory has a size that is a number, and a length is none
lift.def @rows<N>(%m: !lift.array<4, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<4, f32>> {
  %t = lift.transpose %m
  lift.return %t
}

// CHECK-LABEL: lift.def @row
// CHECK-NEXT:  %s = lift.slice %xs from 0 size 6
// CHECK-NEXT:  %as_vector = ocl.as_vector 2 %s
// CHECK-NEXT:  %s_copy = lift.map (%vector) in %as_vector
// CHECK-NEXT:  ocl.to_private %vector
// CHECK:       %as_scalar = ocl.as_scalar %s_copy
// CHECK-NEXT:  lift.return %as_scalar
lift.def @row<N>(%xs: !lift.array<N + 6, i32>) -> !lift.array<6, i32> {
  %s = lift.slice %xs from 0 size 6
  lift.return %s
}

// SCALAR: error[LIFT0366]: `stage_vectors space=local w=4 at %n` does not hold: `%n = lift.nat` is no instance of the left side of
lift.def @scalar<N>(%xs: !lift.array<N, i32>) -> i32 {
  %n = lift.nat N
  lift.return %n
}
