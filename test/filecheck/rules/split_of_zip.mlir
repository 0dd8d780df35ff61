// RUN: lift-opt %s -p 'lift-apply{step="split_of_zip at %%rows" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="split_of_zip at %%rows" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK:      %xs_rows = lift.split 4 %xs
// CHECK-NEXT: %ys_rows = lift.split 4 %ys
// CHECK-NEXT: %zip = lift.zip %xs_rows, %ys_rows
// CHECK-NEXT: %rows = lift.map (%p) in %zip
// CHECK-NEXT:   %xs_row = lift.get %p[0]
// CHECK-NEXT:   %ys_row = lift.get %p[1]
// CHECK-NEXT:   lift.zip %xs_row, %ys_row
lift.def @holds<N>(%xs: !lift.array<4 * N, f32>, %ys: !lift.array<4 * N, i32>) -> !lift.array<N, !lift.array<4, tuple<f32, i32>>> {
  %both = lift.zip %xs, %ys
  %rows = lift.split 4 %both
  lift.return %rows
}

// REFUSED: error[LIFT0366]: `split_of_zip at %rows` does not hold: `%rows = lift.split` is no instance of the left side
lift.def @refused<N>(%xs: !lift.array<4 * N, f32>) -> !lift.array<N, !lift.array<4, f32>> {
  %rows = lift.split 4 %xs
  lift.return %rows
}
