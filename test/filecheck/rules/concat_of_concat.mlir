// RUN: lift-opt %s -p 'lift-apply{step="concat_of_concat at %%r" function=first},lift-apply{step="concat_of_concat at %%c" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_concat at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @first
// CHECK-NEXT: %r = lift.concat %a, %b, %a
// CHECK-NEXT: lift.return %r
lift.def @first<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> !lift.array<2 * N + 4, f32> {
  %ab = lift.concat %a, %b
  %r = lift.concat %ab, %a
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: %c = lift.concat %ys, %row, %row, %ys
// CHECK-NEXT: lift.yield %c
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %ys: !lift.array<3, i32>) -> !lift.array<N, !lift.array<2 * M + 6, i32>> {
  %r = lift.map (%row) in %m {
    %left = lift.concat %ys, %row
    %right = lift.concat %row, %ys
    %c = lift.concat %left, %right
    lift.yield %c
  }
  lift.return %r
}

// With two uses it would be written out twice.
// REFUSED: error[LIFT0366]: `concat_of_concat at %r` does not hold: `%r = lift.concat` is no instance of the left side of `concat(.., concat(a, b), ..) = concat(.., a, b, ..)`, where the inner one has one use.
lift.def @refused<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> !lift.array<2 * N + 8, f32> {
  %ab = lift.concat %a, %b
  %r = lift.concat %ab, %ab
  lift.return %r
}
