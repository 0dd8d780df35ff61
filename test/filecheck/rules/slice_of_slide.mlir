// RUN: lift-opt %s -p 'lift-apply{step="slice_of_slide at %%part" function=windows}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="slice_of_slide at %%part" function=none}' | filecheck %s --check-prefix=NONE
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_slide at %%part" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @windows
// CHECK:      %slice = lift.slice %xs from 2 size 2 * N + 4
// CHECK-NEXT: %part = lift.slide 4 by 2 %slice : !lift.array<N + 1, !lift.array<4, f32>>
lift.def @windows<N>(%xs: !lift.array<2 * N + 8, f32>) -> !lift.array<N + 1, !lift.array<4, f32>> {
  %w = lift.slide 4 by 2 %xs
  %part = lift.slice %w from 1 size N + 1
  lift.return %part
}

// There may be no window: then there are as many elements as windows overlap in.
// NONE-LABEL: lift.def @none
// NONE:      %slice = lift.slice %xs from 1 size N + 1
// NONE-NEXT: %part = lift.slide 3 by 1 %slice : !lift.array<N - 1, !lift.array<3, i32>>
lift.def @none<N>(%xs: !lift.array<N + 2, i32>) -> !lift.array<N - 1, i32> {
  %w = lift.slide 3 by 1 %xs
  %part = lift.slice %w from 1 size N - 1
  %ys = lift.map (%t)[k] in %part {
    %n = lift.nat k : i32
    %a = lift.at %t[0]
    %b = lift.at %t[2]
    %ab = arith.addi %a, %b : i32
    %y = arith.subi %ab, %n : i32
    lift.yield %y
  }
  lift.return %ys
}

lift.def @rows<N, M>(%m: !lift.array<N + 3, !lift.array<M, i32>>) -> !lift.array<2, !lift.array<3, !lift.array<M, i32>>> {
  %w = lift.slide 3 by 1 %m
  %part = lift.slice %w from N - 1 size 2
  lift.return %part
}

lift.def @ragged<N>(%m: !lift.array<i : N + 4, !lift.array<i + 1, i32>>) -> !lift.array<N + 1, i32> {
  %w = lift.slide 3 by 1 %m
  %part = lift.slice %w from 1 size N + 1
  %ys = lift.map (%t)[k] in %part {
    %row = lift.at %t[2]
    %y = lift.at %row[k]
    lift.yield %y
  }
  lift.return %ys
}

// There may be no window, and an array cannot have less than no elements.
// REFUSED: error[LIFT0366]: `slice_of_slide at %part` does not hold: `0 ge 1` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<3 * N + 2, i32>) -> !lift.array<N - 1, !lift.array<2, i32>> {
  %w = lift.slide 2 by 3 %xs
  %part = lift.slice %w from 1 size N - 1
  lift.return %part
}
