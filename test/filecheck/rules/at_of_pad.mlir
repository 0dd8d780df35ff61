// RUN: lift-opt %s -p 'lift-apply{step="at_of_pad at %%r" function=within},lift-apply{step="at_of_pad at %%r" function=outside},lift-apply{step="at_of_pad at %%x" function=position}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_pad at %%x" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_pad at %%r" function=copied}' 2>&1 | filecheck %s --check-prefix=COPIED

// CHECK-LABEL: lift.def @within
// CHECK-NEXT: %r = lift.at %xs[0]
// CHECK-NEXT: lift.return %r
lift.def @within<N>(%xs: !lift.array<N, f32>) -> f32 {
  %p = lift.pad mirror 1, 1 %xs
  %r = lift.at %p[1]
  lift.return %r
}

// CHECK-LABEL: lift.def @outside
// CHECK-NEXT: lift.return %c
lift.def @outside<N>(%xs: !lift.array<N, f32>, %c: f32) -> f32 {
  %p = lift.pad constant %c 1, 1 %xs
  %r = lift.at %p[N + 1]
  lift.return %r
}

// CHECK-LABEL: lift.def @position
// CHECK-NEXT: %r = lift.generate [i : N]
// CHECK-NEXT: %x = lift.at %xs[i]
// CHECK-NEXT: lift.yield %x
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @position<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %p = lift.pad clamp 2, 0 %xs
  %r = lift.generate [i : N] {
    %x = lift.at %p[i + 2]
    lift.yield %x
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `at_of_pad at %x` does not hold: `%x = lift.at` is no instance of the left side of `at(pad(l, r, xs), e) = at(xs, e - l)`, inside xs; `at(pad(c, l, r, xs), e) = c`, outside of it.
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %p = lift.pad clamp 2, 0 %xs
  %r = lift.generate [i : N] {
    %x = lift.at %p[i + 1]
    lift.yield %x
  }
  lift.return %r
}

// What was added is a copy of an element; which one, only a constant says.
// COPIED: error[LIFT0366]: `at_of_pad at %r` does not hold: `%r = lift.at` is no instance of the left side of `at(pad(l, r, xs), e) = at(xs, e - l)`, inside xs; `at(pad(c, l, r, xs), e) = c`, outside of it.
lift.def @copied<N>(%xs: !lift.array<N, f32>) -> f32 {
  %p = lift.pad clamp 1, 1 %xs
  %r = lift.at %p[0]
  lift.return %r
}
