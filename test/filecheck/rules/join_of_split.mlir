// RUN: lift-opt %s -p 'lift-apply{step="join_of_split at %%r" function=rows},lift-apply{step="join_of_split at %%flat" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_split at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// The type of an element goes along with it.
// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: lift.return %xs
lift.def @rows<N>(%xs: !lift.array<i : 4 * N, !lift.array<i + 1, f32>>) -> !lift.array<i : 4 * N, !lift.array<i + 1, f32>> {
  %s = lift.split 4 %xs
  %r = lift.join %s
  lift.return %r
}

// Chunks that have another use stay.
// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: %chunks = lift.split 3 %row
// CHECK-NEXT: %both = lift.tuple %row, %chunks
// CHECK-NEXT: lift.yield %both
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, tuple<!lift.array<M, i32>, !lift.array<M floordiv 3, !lift.array<3, i32>>>> where [M mod 3 eq 0] {
  %r = lift.map (%row) in %m {
    %chunks = lift.split 3 %row
    %flat = lift.join %chunks
    %both = lift.tuple %flat, %chunks
    lift.yield %both
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `join_of_split at %r` does not hold: `%r = lift.join` is no instance of the left side of `join(split(n, xs)) = xs`
lift.def @refused<N>(%xs: !lift.array<4 * N, f32>) -> !lift.array<4 * N, f32> {
  %s = lift.split 4 %xs
  %t = lift.transpose %s
  %r = lift.join %t
  lift.return %r
}
