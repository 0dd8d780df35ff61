// RUN: lift-opt %s -p 'lift-apply{step="slice_of_zip at %%part" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_zip at %%part" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK-NEXT: %x_part = lift.slice %x from 1 size N : !lift.array<N, i32>
// CHECK-NEXT: %y_part = lift.slice %y from 1 size N : !lift.array<N, f32>
// CHECK-NEXT: %part = lift.zip %x_part, %y_part
lift.def @holds<N>(%x: !lift.array<N + 2, i32>, %y: !lift.array<N + 2, f32>) -> !lift.array<N, tuple<i32, f32>> {
  %xy = lift.zip %x, %y
  %part = lift.slice %xy from 1 size N
  lift.return %part
}

// REFUSED: error[LIFT0366]: `slice_of_zip at %part` does not hold: `%part = lift.slice` is no instance of the left side
lift.def @refused<N>(%x: !lift.array<N + 1, f32>) -> !lift.array<N, f32> {
  %part = lift.slice %x from 1 size N
  lift.return %part
}
