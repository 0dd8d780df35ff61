// RUN: lift-opt %s -p 'lift-apply{step="at_of_map at %%r" function=row},lift-apply{step="at_of_map at %%r" function=captured}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_map at %%e" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @row
// CHECK-NEXT: %row = lift.at %m[2]
// CHECK-NEXT: %p = lift.pad clamp 2, 0 %row
// CHECK-NEXT: lift.return %p
lift.def @row<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<5, f32> where [N ge 3] {
  %t = lift.map (%row)[k] in %m {
    %p = lift.pad clamp k, 0 %row
    lift.yield %p
  }
  %r = lift.at %t[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @captured
// CHECK-NEXT: %x = lift.at %xs[N - 1]
// CHECK-NEXT: %i = lift.nat N - 1
// CHECK-NEXT: %y = arith.muli %x, %c
// CHECK-NEXT: %p = lift.tuple %y, %i
// CHECK-NEXT: lift.return %p
lift.def @captured<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %t = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.muli %x, %c : i32
    %p = lift.tuple %y, %i
    lift.yield %p
  }
  %r = lift.at %t[N - 1]
  lift.return %r
}

// REFUSED: error[LIFT0366]: `at_of_map at %e` does not hold: the result of `%t = lift.map` has another use
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> tuple<f32, !lift.array<N, f32>> {
  %t = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %e = lift.at %t[0]
  %r = lift.tuple %e, %t
  lift.return %r
}
