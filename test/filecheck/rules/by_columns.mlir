// RUN: lift-opt %s -p 'lift-apply{step="by_columns at %%x" function=holds},lift-apply{step="stage space=local at %%x_t" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="by_columns at %%x" function=triangle}' 2>&1 | filecheck %s --check-prefix=TRIANGLE

// The copy has the columns one after the other, and is read by rows.
// CHECK-LABEL: lift.def @holds
// CHECK:       %x = lift.slice %row from 0 size 4
// CHECK-NEXT:  %x_t = lift.transpose %x
// CHECK-NEXT:  %x_t_copy = lift.map (%row.2) in %x_t
// CHECK:       %x_tt = lift.transpose %x_t_copy
// CHECK-NEXT:  lift.yield %x_tt
lift.def @holds<N, M>(%m: !lift.array<N, !lift.array<8, !lift.array<M, f32>>>) -> !lift.array<N, !lift.array<4, !lift.array<M, f32>>> {
  %r = lift.map (%row) in %m {
    %x = lift.slice %row from 0 size 4
    lift.yield %x
  }
  lift.return %r
}

// TRIANGLE: error[LIFT0366]: `by_columns at %x` does not hold: `%x = lift.slice` is no instance of the left side of `xs = transpose(transpose(xs))`
lift.def @triangle<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %x = lift.slice %m from 0 size N
  lift.return %x
}
