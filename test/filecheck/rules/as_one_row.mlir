// RUN: lift-opt %s -p 'lift-apply{step="as_one_row at %%x" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="as_one_row at %%x" function=perhaps_empty}' 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: not lift-opt %s -p 'lift-apply{step="as_one_row at %%x" function=scalars}' 2>&1 | filecheck %s --check-prefix=SCALARS

// CHECK-LABEL: lift.def @holds
// CHECK-NEXT:  %x = lift.transpose %m
// CHECK-NEXT:  %x_flat = lift.join %x
// CHECK-NEXT:  %x_split = lift.split 4 %x_flat
// CHECK-NEXT:  lift.return %x_split
lift.def @holds<N>(%m: !lift.array<4, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<4, f32>> {
  %x = lift.transpose %m
  lift.return %x
}

// Rows of no elements cannot be told apart.
// EMPTY: error[LIFT0366]: `as_one_row at %x` does not hold: `N mod 2 ge 1` is not proved; what is known: N ge 1
lift.def @perhaps_empty<N>(%m: !lift.array<N mod 2, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N mod 2, f32>> {
  %x = lift.transpose %m
  lift.return %x
}

// SCALARS: error[LIFT0366]: `as_one_row at %x` does not hold: `%x = lift.slice` is no instance of the left side of `xs = split(n, join(xs))`
lift.def @scalars<N>(%m: !lift.array<N, f32>) -> !lift.array<1, f32> {
  %x = lift.slice %m from 0 size 1
  lift.return %x
}
