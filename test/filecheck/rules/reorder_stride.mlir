// RUN: lift-opt %s -p 'lift-apply{step="reorder_stride s=4 at %%ys" function=positions}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reorder_stride s=4 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="reorder_stride s=4 at %%ys" function=ragged}' 2>&1 | filecheck %s --check-prefix=RAGGED

// The position is that of the element that is read.
// CHECK-LABEL: lift.def @positions
// CHECK:      %gather = lift.gather %xs by (i) -> (i floordiv N + 4 * (i mod N))
// CHECK-NEXT: %ys = lift.map (%x)[k] in %gather
// CHECK-NEXT: lift.nat k floordiv N + 4 * (k mod N)
// CHECK:      %scatter = lift.scatter %ys by (i) -> (i floordiv N + 4 * (i mod N))
lift.def @positions<N>(%xs: !lift.array<4 * N, i32>) -> !lift.array<4 * N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

lift.def @triangle<N>(%m: !lift.array<i : 4 * N, !lift.array<i + 1, f32>>, %v: !lift.array<4 * N, f32>) -> !lift.array<4 * N, f32> {
  %zero = arith.constant 0.0 : f32
  %ys = lift.map (%row)[k] in %m {
    %part = lift.slice %v from 0 size k + 1
    %both = lift.zip %row, %part
    %y = lift.reduce (%acc, %p)[j] in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %y
  }
  lift.return %ys
}

// Where rows of different length come to stand would need the inverse of the function.
// RAGGED: error[LIFT0366]: `reorder_stride s=4 at %ys` does not hold: 'lift.scatter' cannot be applied where the type of an element depends on its position
lift.def @ragged<N>(%m: !lift.array<i : 4 * N, !lift.array<2 * i + 1, i32>>, %c: i32) -> !lift.array<i : 4 * N, !lift.array<2 * i + 1, i32>> {
  %ys = lift.map (%row)[k] in %m {
    %line = lift.map (%x)[j] in %row {
      %n = lift.nat k + 2 * j : i32
      %y = arith.addi %x, %n : i32
      %z = arith.muli %y, %c : i32
      lift.yield %z
    }
    lift.yield %line
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `reorder_stride s=4 at %ys` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
