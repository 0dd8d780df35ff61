// RUN: lift-opt %s -p 'lift-apply{step="transpose_of_maps at %%r" function=positions},lift-apply{step="transpose_of_maps at %%t" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="transpose_of_maps at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.transpose %m
// CHECK-NEXT: %zs_n = lift.map (%row)[j] in %r
// CHECK-NEXT: %zs = lift.map (%x)[k] in %row
// CHECK-NEXT: %i = lift.nat M * k + j
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.subi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %zs
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %zs_n
lift.def @positions<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.array<M, !lift.array<N, i32>> {
  %ys = lift.map (%row)[k] in %m {
    %zs = lift.map (%x)[j] in %row {
      %i = lift.nat M * k + j
      %y = arith.muli %x, %i : i32
      %z = arith.subi %y, %c : i32
      lift.yield %z
    }
    lift.yield %zs
  }
  %r = lift.transpose %ys
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%m) in %ms
// CHECK-NEXT: %t = lift.transpose %m
// CHECK-NEXT: %zs_n = lift.map (%row) in %t
// CHECK-NEXT: %zs = lift.map (%x) in %row
// CHECK-NEXT: %y = lift.tuple %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %zs
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %zs_n
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M, L>(%ms: !lift.array<L, !lift.array<N, !lift.array<M, f32>>>) -> !lift.array<L, !lift.array<M, !lift.array<N, tuple<f32, f32>>>> {
  %r = lift.map (%m) in %ms {
    %ys = lift.map (%row) in %m {
      %zs = lift.map (%x) in %row {
        %y = lift.tuple %x, %x
        lift.yield %y
      }
      lift.yield %zs
    }
    %t = lift.transpose %ys
    lift.yield %t
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `transpose_of_maps at %r` does not hold: `%r = lift.transpose` is no instance of the left side of `transpose(map(map(f), xss)) = map(map(f), transpose(xss))`, the positions exchanged.
lift.def @refused<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<M, !lift.array<N, i32>> {
  %ys = lift.map (%row) in %m {
    %back = lift.gather %row by (j) -> (M - 1 - j)
    lift.yield %back
  }
  %r = lift.transpose %ys
  lift.return %r
}
