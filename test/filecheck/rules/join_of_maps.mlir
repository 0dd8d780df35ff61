// RUN: lift-opt %s -p 'lift-apply{step="join_of_maps at %%r" function=matrix},lift-apply{step="join_of_maps at %%r" function=growing},lift-apply{step="join_of_maps at %%r" function=hidden}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_maps at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_maps at %%r" function=captured}' 2>&1 | filecheck %s --check-prefix=CAPTURED

// CHECK-LABEL: lift.def @matrix
// CHECK-NEXT: %r = lift.join %m
// CHECK-NEXT: %zs = lift.map (%x) in %r
// CHECK-NEXT: %y = arith.muli %x, %c
// CHECK-NEXT: %z = arith.extsi %y
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %zs
lift.def @matrix<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.array<M * N, i64> {
  %ys = lift.map (%row) in %m {
    %zs = lift.map (%x) in %row {
      %y = arith.muli %x, %c : i32
      %z = arith.extsi %y : i32 to i64
      lift.yield %z
    }
    lift.yield %zs
  }
  %r = lift.join %ys
  lift.return %r
}

// CHECK-LABEL: lift.def @growing
// CHECK-NEXT: %r = lift.join %m
// CHECK-NEXT: %zs = lift.map (%x)[j] in %r
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %zs
lift.def @growing<N>(%m: !lift.array<i : N, !lift.array<2 * i + 1, f32>>) -> !lift.array<N * N, f32> {
  %ys = lift.map (%row)[k] in %m {
    %zs = lift.map (%x)[j] in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y
    }
    lift.yield %zs
  }
  %r = lift.join %ys
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: %r = lift.join %rows upto M * N
// CHECK-NEXT: %zs = lift.map (%x) in %r
// CHECK-NEXT: %y = arith.addi %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %zs
lift.def @hidden<N, M>(%rows: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>) -> !lift.exists<X upto M * N, !lift.array<X, i32>> {
  %ys = lift.map (%row) in %rows {
    %zs = lift.map (%x) in %row {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %zs
  }
  %r = lift.join %ys upto M * N
  lift.return %r
}

// REFUSED: error[LIFT0366]: `join_of_maps at %r` does not hold: `%r = lift.join` is no instance of the left side of `join(map(map(f), xss)) = map(f, join(xss))`, where f does not ask for its position.
lift.def @refused<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<M * N, i32> {
  %ys = lift.map (%row)[k] in %m {
    %zs = lift.map (%x) in %row {
      %i = lift.nat k
      %y = arith.muli %x, %i : i32
      lift.yield %y
    }
    lift.yield %zs
  }
  %r = lift.join %ys
  lift.return %r
}

// What is done to an element depends on its row.
// CAPTURED: error[LIFT0366]: `join_of_maps at %r` does not hold: `%r = lift.join` is no instance of the left side of `join(map(map(f), xss)) = map(f, join(xss))`, where f does not ask for its position.
lift.def @captured<N, M>(%m: !lift.array<N, !lift.array<M + 1, i32>>) -> !lift.array<M * N + N, i32> {
  %ys = lift.map (%row) in %m {
    %first = lift.at %row[0]
    %zs = lift.map (%x) in %row {
      %y = arith.subi %x, %first : i32
      lift.yield %y
    }
    lift.yield %zs
  }
  %r = lift.join %ys
  lift.return %r
}
