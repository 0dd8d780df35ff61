// RUN: lift-opt %s -p 'lift-apply{step="partition_of_join at %%r" function=growing},lift-apply{step="partition_of_join at %%r" function=equal_rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="partition_of_join at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @growing
// CHECK-NEXT: lift.return %xss
lift.def @growing<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %j = lift.join %xss
  %r = lift.partition %j into N by (k) -> (k + 1)
  lift.return %r
}

// CHECK-LABEL: lift.def @equal_rows
// CHECK-NEXT: lift.return %xss
lift.def @equal_rows<N>(%xss: !lift.array<N, !lift.array<3, i32>>) -> !lift.array<N, !lift.array<3, i32>> {
  %j = lift.join %xss
  %r = lift.partition %j into N by (i) -> (3)
  lift.return %r
}

// REFUSED: error[LIFT0366]: `partition_of_join at %r` does not hold: the result would be !lift.array<i : 3, !lift.array<i + 1, f32>>, and is !lift.array<i : 3, !lift.array<3 - i, f32>>
lift.def @refused(%xss: !lift.array<i : 3, !lift.array<i + 1, f32>>) -> !lift.array<i : 3, !lift.array<3 - i, f32>> {
  %j = lift.join %xss
  %r = lift.partition %j into 3 by (i) -> (3 - i)
  lift.return %r
}
