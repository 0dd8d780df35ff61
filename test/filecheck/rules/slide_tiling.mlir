// RUN: lift-opt %s -p 'lift-apply{step="slide_tiling v=4 at %%w" function=steps}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slide_tiling v=4 at %%w" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="slide_tiling v=4 at %%w" function=long_steps}' 2>&1 | filecheck %s --check-prefix=STEPS

// Two tiles share what their windows overlap in.
// CHECK-LABEL: lift.def @steps
// CHECK:      %tiles = lift.slide 5 by 4 %xs : !lift.array<N, !lift.array<5, f32>>
// CHECK-NEXT: %w_n = lift.map (%tile) in %tiles
// CHECK-NEXT: %w = lift.slide 3 by 2 %tile : !lift.array<2, !lift.array<3, f32>>
// CHECK:      %join = lift.join %w_n
lift.def @steps<N>(%xs: !lift.array<4 * N + 1, f32>) -> !lift.array<2 * N, !lift.array<3, f32>> {
  %w = lift.slide 3 by 2 %xs
  lift.return %w
}

lift.def @rows<N, M>(%m: !lift.array<N + 2, !lift.array<M, i32>>) -> !lift.array<N, i32> where [N mod 8 eq 0] {
  %w = lift.slide 3 by 1 %m
  %ys = lift.map (%t)[k] in %w {
    %r = lift.at %t[2]
    %x = lift.at %r[0]
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y
  }
  lift.return %ys
}

// STEPS: error[LIFT0366]: `slide_tiling v=4 at %w` does not hold: `1 eq 0` is not proved
lift.def @long_steps<N>(%xs: !lift.array<3 * N + 2, f32>) -> !lift.array<N, !lift.array<5, f32>> {
  %w = lift.slide 5 by 3 %xs
  lift.return %w
}

// REFUSED: error[LIFT0366]: `slide_tiling v=4 at %w` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N + 2, f32>) -> !lift.array<N, !lift.array<3, f32>> {
  %w = lift.slide 3 by 1 %xs
  lift.return %w
}
