// RUN: lift-opt %s -p 'lift-apply{step="pad_of_pad at %%r" function=clamp},lift-apply{step="pad_of_pad at %%q" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="pad_of_pad at %%r" function=mirror}' 2>&1 | filecheck %s --check-prefix=MIRROR
// RUN: not lift-opt %s -p 'lift-apply{step="pad_of_pad at %%r" function=two_values}' 2>&1 | filecheck %s --check-prefix=TWO-VALUES

// CHECK-LABEL: lift.def @clamp
// CHECK-NEXT: %r = lift.pad clamp 3, 7 %xs
// CHECK-NEXT: lift.return %r
lift.def @clamp<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 10, f32> {
  %p = lift.pad clamp 1, 3 %xs
  %r = lift.pad clamp 2, 4 %p
  lift.return %r
}

// Rows of growing length become rows of one length.
// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %q = lift.pad constant %c 1, N - k %row
// CHECK-NEXT: lift.yield %q
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>, %c: i32) -> !lift.array<N, !lift.array<N + 2, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %p = lift.pad constant %c 1, N - 1 - k %row
    %q = lift.pad constant %c 0, 1 %p
    lift.yield %q
  }
  lift.return %r
}

// What the second one adds mirrors what the first has added.
// MIRROR: error[LIFT0366]: `pad_of_pad at %r` does not hold: `%r = lift.pad` is no instance of the left side of `pad(l, r, pad(k, s, xs)) = pad(l + k, r + s, xs)`, both clamp, or both constant with one value.
lift.def @mirror<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 4, f32> {
  %p = lift.pad mirror 1, 1 %xs
  %r = lift.pad mirror 1, 1 %p
  lift.return %r
}

// TWO-VALUES: error[LIFT0366]: `pad_of_pad at %r` does not hold: `%r = lift.pad` is no instance of the left side of `pad(l, r, pad(k, s, xs)) = pad(l + k, r + s, xs)`, both clamp, or both constant with one value.
lift.def @two_values<N>(%xs: !lift.array<N, f32>, %c: f32, %d: f32) -> !lift.array<N + 4, f32> {
  %p = lift.pad constant %c 1, 1 %xs
  %r = lift.pad constant %d 1, 1 %p
  lift.return %r
}
