// RUN: lift-opt %s -p 'lift-apply{step="tuple_of_gets at %%q" function=pairs},lift-apply{step="tuple_of_gets at %%r" function=arrays}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="tuple_of_gets at %%r" function=some}' 2>&1 | filecheck %s --check-prefix=SOME
// RUN: not lift-opt %s -p 'lift-apply{step="tuple_of_gets at %%r" function=exchanged}' 2>&1 | filecheck %s --check-prefix=EXCHANGED

// CHECK-LABEL: lift.def @pairs
// CHECK-NEXT: %r = lift.map (%p) in %xs
// CHECK-NEXT: lift.yield %p
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @pairs<N>(%xs: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, tuple<f32, i32>> {
  %r = lift.map (%p) in %xs {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %q = lift.tuple %a, %b
    lift.yield %q
  }
  lift.return %r
}

// The parts have other uses.
// CHECK-LABEL: lift.def @arrays
// CHECK-NEXT: %b = lift.get %t[1]
// CHECK-NEXT: %s = lift.tuple %t, %b
// CHECK-NEXT: lift.return %s
lift.def @arrays<N>(%t: tuple<!lift.array<N, f32>, i32, !lift.array<i : N, !lift.array<i + 1, i32>>>) -> tuple<tuple<!lift.array<N, f32>, i32, !lift.array<i : N, !lift.array<i + 1, i32>>>, i32> {
  %a = lift.get %t[0]
  %b = lift.get %t[1]
  %c = lift.get %t[2]
  %r = lift.tuple %a, %b, %c
  %s = lift.tuple %r, %b
  lift.return %s
}

// SOME: error[LIFT0366]: `tuple_of_gets at %r` does not hold: `%r = lift.tuple` is no instance of the left side of `tuple(get(0, t), get(1, t), ..) = t`, for all parts of t.
lift.def @some(%t: tuple<f32, f32, i32>) -> tuple<f32, f32> {
  %a = lift.get %t[0]
  %b = lift.get %t[1]
  %r = lift.tuple %a, %b
  lift.return %r
}

// EXCHANGED: error[LIFT0366]: `tuple_of_gets at %r` does not hold: `%r = lift.tuple` is no instance of the left side of `tuple(get(0, t), get(1, t), ..) = t`, for all parts of t.
lift.def @exchanged(%t: tuple<f32, f32>) -> tuple<f32, f32> {
  %a = lift.get %t[1]
  %b = lift.get %t[0]
  %r = lift.tuple %a, %b
  lift.return %r
}
