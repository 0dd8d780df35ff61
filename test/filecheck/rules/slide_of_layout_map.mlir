// RUN: lift-opt %s -p 'lift-apply{step="slide_of_layout_map at %%w" function=padded}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="slide_of_layout_map at %%w" function=positions}' | filecheck %s --check-prefix=POSITIONS
// RUN: not lift-opt %s -p 'lift-apply{step="slide_of_layout_map at %%w" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @padded
// CHECK:      %slide = lift.slide 3 by 1 %m
// CHECK-NEXT: %w = lift.map (%window) in %slide
// CHECK-NEXT: %wide = lift.map (%row) in %window
// CHECK-NEXT: lift.pad constant %zero 1, 1 %row
lift.def @padded<N, M>(%m: !lift.array<N + 2, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<3, !lift.array<M + 2, f32>>> {
  %zero = arith.constant 0.0 : f32
  %wide = lift.map (%row) in %m {
    %wider = lift.pad constant %zero 1, 1 %row
    lift.yield %wider
  }
  %w = lift.slide 3 by 1 %wide
  lift.return %w
}

// POSITIONS-LABEL: lift.def @positions
// POSITIONS: %w = lift.map (%window)[i] in %slide
// POSITIONS: lift.gather %row by (j) -> ((2 * i + j + k1) mod M)
lift.def @positions<N, M>(%m: !lift.array<2 * N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<2, !lift.array<M, i32>>> {
  %turned = lift.map (%row)[k] in %m {
    %t = lift.gather %row by (j) -> ((j + k) mod M)
    lift.yield %t
  }
  %w = lift.slide 2 by 2 %turned
  lift.return %w
}

// REFUSED: error[LIFT0366]: `slide_of_layout_map at %w` does not hold: `%w = lift.slide` is no instance of the left side
lift.def @refused<N>(%xs: !lift.array<N + 2, f32>) -> !lift.array<N, !lift.array<3, f32>> {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y
  }
  %w = lift.slide 3 by 1 %ys
  lift.return %w
}
