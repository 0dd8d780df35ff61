// RUN: lift-opt %s -p 'lift-apply{step="concat_of_nothing at %%r" function=slice},lift-apply{step="concat_of_nothing at %%r" function=by_facts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_nothing at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_nothing at %%r" function=all}' 2>&1 | filecheck %s --check-prefix=ALL

// CHECK-LABEL: lift.def @slice
// CHECK-NEXT: %r = lift.concat %a, %b
// CHECK-NEXT: lift.return %r
lift.def @slice<N>(%a: !lift.array<N, f32>, %b: !lift.array<2, f32>) -> !lift.array<N + 2, f32> {
  %none = lift.slice %a from 1 size 0
  %r = lift.concat %none, %a, %b
  lift.return %r
}

// CHECK-LABEL: lift.def @by_facts
// CHECK-NEXT: %r = lift.concat %xs
// CHECK-NEXT: lift.return %r
lift.def @by_facts<N, K>(%xs: !lift.array<N, i32>, %ys: !lift.array<K - 1, i32>) -> !lift.array<N, i32> where [K le 1] {
  %r = lift.concat %xs, %ys
  lift.return %r
}

// REFUSED: error[LIFT0366]: `concat_of_nothing at %r` does not hold: `%r = lift.concat` is no instance of the left side of `concat(.., x, ..) = concat(.., ..)`, where x has no elements and is not all there is.
lift.def @refused<N, K>(%xs: !lift.array<N, i32>, %ys: !lift.array<K - 1, i32>) -> !lift.array<N + K - 1, i32> {
  %r = lift.concat %xs, %ys
  lift.return %r
}

// There must be an array for the result to be.
// ALL: error[LIFT0366]: `concat_of_nothing at %r` does not hold: `%r = lift.concat` is no instance of the left side of `concat(.., x, ..) = concat(.., ..)`, where x has no elements and is not all there is.
lift.def @all<N>(%xs: !lift.array<N, i32>) -> !lift.array<0, i32> {
  %none = lift.slice %xs from 0 size 0
  %r = lift.concat %none, %none
  lift.return %r
}
