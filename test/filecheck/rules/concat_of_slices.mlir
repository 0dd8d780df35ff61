// RUN: lift-opt %s -p 'lift-apply{step="concat_of_slices at %%r" function=two},lift-apply{step="concat_of_slices at %%all" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_slices at %%r" function=gap}' 2>&1 | filecheck %s --check-prefix=GAP
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_slices at %%r" function=two_arrays}' 2>&1 | filecheck %s --check-prefix=TWO-ARRAYS

// CHECK-LABEL: lift.def @two
// CHECK-NEXT: %r = lift.slice %xs from 1 size N + 2
// CHECK-NEXT: lift.return %r
lift.def @two<N>(%xs: !lift.array<N + 4, f32>) -> !lift.array<N + 2, f32> {
  %a = lift.slice %xs from 1 size N
  %b = lift.slice %xs from N + 1 size 2
  %r = lift.concat %a, %b
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %all = lift.slice %row from 0 size k + 2
// CHECK-NEXT: lift.yield %all
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%xss: !lift.array<i : N, !lift.array<i + 3, i32>>) -> !lift.array<i : N, !lift.array<i + 2, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %a = lift.slice %row from 0 size 1
    %b = lift.slice %row from 1 size k
    %c = lift.slice %row from k + 1 size 1
    %all = lift.concat %a, %b, %c
    lift.yield %all
  }
  lift.return %r
}

// GAP: error[LIFT0366]: `concat_of_slices at %r` does not hold: `%r = lift.concat` is no instance of the left side of `concat(slice(a, m, xs), slice(a + m, k, xs)) = slice(a, m + k, xs)`
lift.def @gap<N>(%xs: !lift.array<N + 4, f32>) -> !lift.array<N + 2, f32> {
  %a = lift.slice %xs from 1 size N
  %b = lift.slice %xs from N + 2 size 2
  %r = lift.concat %a, %b
  lift.return %r
}

// TWO-ARRAYS: error[LIFT0366]: `concat_of_slices at %r` does not hold: `%r = lift.concat` is no instance of the left side of `concat(slice(a, m, xs), slice(a + m, k, xs)) = slice(a, m + k, xs)`
lift.def @two_arrays<N>(%xs: !lift.array<N + 4, f32>, %ys: !lift.array<N + 4, f32>) -> !lift.array<N + 2, f32> {
  %a = lift.slice %xs from 1 size N
  %b = lift.slice %ys from N + 1 size 2
  %r = lift.concat %a, %b
  lift.return %r
}
