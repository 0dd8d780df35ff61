// RUN: lift-opt %s -p 'lift-apply{step="stage space=global at %%turned" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="stage space=private at %%s" function=scalar}' | filecheck %s --check-prefix=SCALAR
// RUN: not lift-opt %s -p 'lift-apply{step="stage space=global at %%own" function=kept}' 2>&1 | filecheck %s --check-prefix=KEPT
// RUN: not lift-opt %s -p 'lift-apply{step="stage space=private at %%turned" function=holds}' 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: not lift-opt %s -p 'lift-apply{step="stage space=local at %%rows" function=ragged}' 2>&1 | filecheck %s --check-prefix=RAGGED
// RUN: lift-opt %s -p 'lift-apply{step="stage space=global at %%rows" function=ragged}' | filecheck %s --check-prefix=ROWS

// NUMBER: error[LIFT0366]: `stage space=private at %turned` does not hold: private memory has a size that is a number
// CHECK-LABEL: lift.def @holds
// CHECK:      %turned = lift.transpose %xs
// CHECK-NEXT: %turned_copy = lift.map (%row) in %turned
// CHECK-NEXT:   %turned_copy_row = lift.map (%element) in %row
// CHECK-NEXT:     ocl.to_global %element
// CHECK:      lift.return %turned_copy
lift.def @holds<N>(%xs: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<4, !lift.array<N, f32>> {
  %turned = lift.transpose %xs
  lift.return %turned
}

// SCALAR-LABEL: lift.def @scalar
// SCALAR:      %s = lift.reduce
// SCALAR:      %s_copy = ocl.to_private %s
lift.def @scalar<N>(%xss: !lift.array<N, !lift.array<4, f32>>, %zero: f32) -> !lift.array<N, f32> {
  %c = lift.map (%xs) in %xss {
    %s = lift.reduce (%acc, %x) in %xs from %zero {
      %r = arith.addf %acc, %x : f32
      lift.yield %r
    }
    lift.yield %s
  }
  lift.return %c
}

// RAGGED: error[LIFT0366]: `stage space=local at %rows` does not hold: a length is hidden, or rows have different lengths
// ROWS-LABEL: lift.def @ragged
// ROWS:      %rows_copy = lift.map (%row)[k1] in %rows
// ROWS-NEXT:   %rows_copy_row = lift.map (%element) in %row
// ROWS-NEXT:     ocl.to_global %element
// ROWS:      lift.return %rows_copy
lift.def @ragged<N>(%xs: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %rows = lift.map (%x) in %xs {
    %line = lift.map (%y) in %x {
      %z = arith.addf %y, %y : f32
      lift.yield %z
    }
    lift.yield %line
  }
  lift.return %rows
}

// Vectors, and tuples of scalars.
lift.def @vectors<N>(%xs: !lift.array<8, tuple<f32, i32>>, %ys: !lift.array<4 * N, i32>) -> tuple<!lift.array<8, tuple<f32, i32>>, !lift.array<N, vector<4xi32>>> {
  %some = lift.gather %xs by (i) -> (7 - i)
  %v = ocl.as_vector 4 %ys
  %r = lift.tuple %some, %v
  lift.return %r
}

// What says where it is kept is about the op that computes it.
// KEPT: error[LIFT0366]: `stage space=global at %own` does not hold: it says where it is kept already, or is the part of a vector
lift.def @kept<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %own = ocl.map_seq (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %g = ocl.to_global %own
  lift.return %g
}
