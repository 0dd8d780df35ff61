// RUN: lift-opt %s -p 'lift-apply{step="slice_of_slice at %%r" function=whole},lift-apply{step="slice_of_slice at %%t" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_slice at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @whole
// CHECK-NEXT: %r = lift.slice %xs from 3 size N
// CHECK-NEXT: lift.return %r
lift.def @whole<N>(%xs: !lift.array<i : N + 8, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 4, f32>> {
  %s = lift.slice %xs from 1 size N + 4
  %r = lift.slice %s from 2 size N
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %t = lift.slice %row from k + 1 size 1
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xss: !lift.array<i : N, !lift.array<i + 3, tuple<i32, f32>>>) -> !lift.array<i : N, !lift.array<1, tuple<i32, f32>>> {
  %r = lift.map (%row)[k] in %xss {
    %s = lift.slice %row from 1 size k + 2
    %t = lift.slice %s from k size 1
    lift.yield %t
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `slice_of_slice at %r` does not hold: `%r = lift.slice` is no instance of the left side of `slice(a, m, slice(b, k, xs)) = slice(a + b, m, xs)`
lift.def @refused<N>(%xs: !lift.array<N + 2, f32>) -> !lift.array<N, f32> {
  %s = lift.pad clamp 1, 1 %xs
  %r = lift.slice %s from 0 size N
  lift.return %r
}
