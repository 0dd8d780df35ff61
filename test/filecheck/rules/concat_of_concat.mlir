// RUN: lift-opt %s -p 'lift-apply{step="concat_of_concat i=0 at %%r" function=first},lift-apply{step="concat_of_concat i=1 at %%c" function=inside},lift-apply{step="concat_of_concat i=1 at %%r" function=used_twice}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_concat i=1 at %%r" function=first}' 2>&1 | filecheck %s --check-prefix=NO-CONCAT
// RUN: not lift-opt %s -p 'lift-apply{step="concat_of_concat i=2 at %%r" function=first}' 2>&1 | filecheck %s --check-prefix=NO-OPERAND

// CHECK-LABEL: lift.def @first
// CHECK-NEXT: %r = lift.concat %a, %b, %a
// CHECK-NEXT: lift.return %r

// NO-CONCAT: error[LIFT0366]: `concat_of_concat i=1 at %r` does not hold: `%r = lift.concat` is no instance of the left side of `concat(.., concat(a, b), ..) = concat(.., a, b, ..)`, for operand i.
// NO-OPERAND: error[LIFT0366]: `concat_of_concat i=2 at %r` does not hold: there is no operand 2
lift.def @first<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> !lift.array<2 * N + 4, f32> {
  %ab = lift.concat %a, %b
  %r = lift.concat %ab, %a
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: %left = lift.concat %ys, %row
// CHECK-NEXT: %c = lift.concat %left, %row, %ys
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

// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %ab = lift.concat %a, %b
// CHECK-NEXT: %r = lift.concat %ab, %a, %b
lift.def @used_twice<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> !lift.array<2 * N + 8, f32> {
  %ab = lift.concat %a, %b
  %r = lift.concat %ab, %ab
  lift.return %r
}
