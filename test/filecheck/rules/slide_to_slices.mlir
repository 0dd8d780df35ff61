// RUN: lift-opt %s -p 'lift-apply{step="slide_to_slices at %%ys" function=ends}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="slide_to_slices at %%ys" function=one}' | filecheck %s --check-prefix=ONE
// RUN: not lift-opt %s -p 'lift-apply{step="slide_to_slices at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// What is not read is left out.
// CHECK-LABEL: lift.def @ends
// CHECK:      %slice = lift.slice %xs from 0 size N
// CHECK-NEXT: %slice.2 = lift.slice %xs from 2 size N
// CHECK-NEXT: %zip = lift.zip %slice, %slice.2
// CHECK-NEXT: %ys = lift.map (%t)[k] in %zip
// CHECK-NEXT: %a = lift.get %t[0]
// CHECK-NEXT: %c = lift.get %t[1]
// CHECK-NOT:  lift.at
// CHECK:      lift.return %ys
lift.def @ends<N>(%xs: !lift.array<N + 2, i32>) -> !lift.array<N, i32> {
  %w = lift.slide 3 by 1 %xs
  %ys = lift.map (%t)[k] in %w {
    %a = lift.at %t[0]
    %n = lift.nat k : i32
    %c = lift.at %t[2]
    %again = lift.at %t[0]
    %ac = arith.subi %a, %c : i32
    %acn = arith.muli %ac, %n : i32
    %y = arith.addi %acn, %again : i32
    lift.yield %y
  }
  lift.return %ys
}

// ONE-LABEL: lift.def @one
// ONE:      %slice = lift.slice %xs from 1 size N
// ONE-NEXT: %ys = lift.map (%t) in %slice
// ONE-NEXT: arith.mulf %t, %t
lift.def @one<N>(%xs: !lift.array<N + 3, f32>) -> !lift.array<N, f32> {
  %w = lift.slide 4 by 1 %xs
  %ys = lift.map (%t) in %w {
    %a = lift.at %t[1]
    %y = arith.mulf %a, %a : f32
    lift.yield %y
  }
  lift.return %ys
}

lift.def @rows<N, M>(%m: !lift.array<N + 1, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %w = lift.slide 2 by 1 %m
  %ys = lift.map (%t) in %w {
    %above = lift.at %t[0]
    %line = lift.map (%x)[j] in %above {
      %below = lift.at %t[1]
      %b = lift.at %below[j]
      %y = arith.subf %x, %b : f32
      lift.yield %y
    }
    lift.yield %line
  }
  lift.return %ys
}

lift.def @nothing<N>(%xs: !lift.array<N + 1, f32>, %c: f32) -> !lift.array<N, f32> {
  %w = lift.slide 2 by 1 %xs
  %ys = lift.map (%t) in %w {
    lift.yield %c
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `slide_to_slices at %ys` does not hold: the window is used otherwise than by `at` and a number
lift.def @refused<N>(%xs: !lift.array<N + 2, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %w = lift.slide 3 by 1 %xs
  %ys = lift.map (%t) in %w {
    %y = lift.reduce (%acc, %x) in %t from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %y
  }
  lift.return %ys
}
