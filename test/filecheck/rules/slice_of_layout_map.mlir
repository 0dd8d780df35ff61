// RUN: lift-opt %s -p 'lift-apply{step="slice_of_layout_map at %%part" function=padded}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="slice_of_layout_map at %%part" function=positions}' | filecheck %s --check-prefix=POSITIONS
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_layout_map at %%part" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// The rows may have other uses: they are not computed, so none is computed twice.
// CHECK-LABEL: lift.def @padded
// CHECK:      %wide = lift.map (%row) in %m
// CHECK:      %slice = lift.slice %m from 1 size N
// CHECK-NEXT: %part = lift.map (%row.2) in %slice
// CHECK-NEXT: lift.pad clamp 1, 1 %row.2
// CHECK:      lift.concat %part, %wide
lift.def @padded<N, M>(%m: !lift.array<N + 1, !lift.array<M, f32>>) -> !lift.array<2 * N + 1, !lift.array<M + 2, f32>> {
  %wide = lift.map (%row) in %m {
    %wider = lift.pad clamp 1, 1 %row
    lift.yield %wider
  }
  %part = lift.slice %wide from 1 size N
  %both = lift.concat %part, %wide
  lift.return %both
}

// POSITIONS-LABEL: lift.def @positions
// POSITIONS:      %part = lift.map (%row)[k1] in %slice
// POSITIONS-NEXT: lift.slice %row from 0 size k1 + 3
lift.def @positions<N>(%m: !lift.array<N + 2, !lift.array<N + 2, i32>>) -> !lift.array<i : N, !lift.array<i + 3, i32>> {
  %lower = lift.map (%row)[k] in %m {
    %begin = lift.slice %row from 0 size k + 1
    lift.yield %begin
  }
  %part = lift.slice %lower from 2 size N
  lift.return %part
}

// REFUSED: error[LIFT0366]: `slice_of_layout_map at %part` does not hold: `%part = lift.slice` is no instance of the left side
lift.def @refused<N>(%xs: !lift.array<N + 1, f32>) -> !lift.array<N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y
  }
  %part = lift.slice %ys from 1 size N
  lift.return %part
}
