// RUN: lift-opt %s -p 'lift-apply{step="split_of_join at %%r" function=rows},lift-apply{step="split_of_join at %%s" function=symbolic}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="split_of_join at %%r" function=other_length}' 2>&1 | filecheck %s --check-prefix=OTHER-LENGTH
// RUN: not lift-opt %s -p 'lift-apply{step="split_of_join at %%r" function=growing}' 2>&1 | filecheck %s --check-prefix=GROWING

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: lift.return %xss
lift.def @rows<N>(%xss: !lift.array<N, !lift.array<8, tuple<i32, f32>>>) -> !lift.array<N, !lift.array<8, tuple<i32, f32>>> {
  %j = lift.join %xss
  %r = lift.split 8 %j
  lift.return %r
}

// Inside of a map, with rows of a symbolic length.
// CHECK-LABEL: lift.def @symbolic
// CHECK-NEXT: %r = lift.map (%xss) in %xsss
// CHECK-NEXT: lift.yield %xss
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @symbolic<N, M>(%xsss: !lift.array<2, !lift.array<N, !lift.array<M, f32>>>) -> !lift.array<2, !lift.array<N, !lift.array<M, f32>>> {
  %r = lift.map (%xss) in %xsss {
    %j = lift.join %xss
    %s = lift.split M %j
    lift.yield %s
  }
  lift.return %r
}

// OTHER-LENGTH: error[LIFT0366]: `split_of_join at %r` does not hold: the result would be !lift.array<N, !lift.array<8, f32>>, and is !lift.array<2 * N, !lift.array<4, f32>>
lift.def @other_length<N>(%xss: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<2 * N, !lift.array<4, f32>> {
  %j = lift.join %xss
  %r = lift.split 4 %j
  lift.return %r
}

// Rows of growing length, joined into a square, are other rows.
// GROWING: error[LIFT0366]: `split_of_join at %r` does not hold: the result would be !lift.array<i : N, !lift.array<2 * i + 1, f32>>, and is !lift.array<N, !lift.array<N, f32>>
lift.def @growing<N>(%xss: !lift.array<i : N, !lift.array<2 * i + 1, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %j = lift.join %xss
  %r = lift.split N %j
  lift.return %r
}
