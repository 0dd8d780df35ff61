// RUN: lift-opt %s -p 'lift-apply{step="slice_of_pad at %%r" function=inner},lift-apply{step="slice_of_pad at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_pad at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @inner
// CHECK-NEXT: %r = lift.slice %xs from 0 size N
// CHECK-NEXT: lift.return %r
lift.def @inner<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad clamp 2, 3 %xs
  %r = lift.slice %p from 2 size N
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %xss
// CHECK-NEXT: %s = lift.slice %row from 1 size M
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%xss: !lift.array<N, !lift.array<M + 1, i32>>, %c: i32) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row) in %xss {
    %p = lift.pad constant %c 1, 1 %row
    %s = lift.slice %p from 2 size M
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `slice_of_pad at %r` does not hold: `%r = lift.slice` is no instance of the left side of `slice(a, m, pad(l, r, xs)) = slice(a - l, m, xs)`, where nothing that was added is in it.
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad clamp 2, 3 %xs
  %r = lift.slice %p from 1 size N
  lift.return %r
}
