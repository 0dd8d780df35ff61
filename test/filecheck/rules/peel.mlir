// RUN: lift-opt %s -p 'lift-apply{step="peel n=4 at %%ys" function=positions}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="peel n=4 at %%ys" function=triangle}' | filecheck %s --check-prefix=TRIANGLE
// RUN: lift-opt %s -p 'lift-apply{step="peel n=4 at %%ys" function=positions},lift-apply{step="split_join n=4 at %%ys" function=positions}' | filecheck %s --check-prefix=TILED
// RUN: not lift-opt %s -p 'lift-apply{step="peel n=4 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// The rest counts its positions from where it begins. What is split afterwards needs no fact.
// CHECK-LABEL: lift.def @positions
// CHECK:      %main = lift.slice %xs from 0 size 4 * (N floordiv 4)
// CHECK-NEXT: %ys = lift.map (%x)[k] in %main
// CHECK-NEXT: lift.nat k
// CHECK:      %rest = lift.slice %xs from 4 * (N floordiv 4) size N mod 4
// CHECK-NEXT: %ys_rest = lift.map (%x.2)[k1] in %rest
// CHECK-NEXT: lift.nat k1 + 4 * (N floordiv 4)
// CHECK:      %concat = lift.concat %ys, %ys_rest : !lift.array<N, i32>
// CHECK-NEXT: lift.return %concat

// TILED:      %split = lift.split 4 %main
// TILED-NEXT: %ys_n = lift.map
// TILED-NEXT: %ys = lift.map
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

// TRIANGLE-LABEL: lift.def @triangle
// TRIANGLE: %ys = lift.map (%row)[k] in %main : !lift.array<4 * (N floordiv 4), f32>
// TRIANGLE: %ys_rest = lift.map (%row.2)[k1] in %rest : !lift.array<N mod 4, f32>
lift.def @triangle<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, f32>) -> !lift.array<N, f32> {
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

lift.def @ragged<N>(%m: !lift.array<i : N, !lift.array<2 * i + 1, i32>>, %c: i32) -> !lift.array<i : N, !lift.array<2 * i + 1, i32>> {
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

lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, tuple<i32, f32>>>) -> !lift.array<N, !lift.array<M, tuple<f32, i32>>> {
  %ys = lift.map (%row) in %m {
    %line = lift.map (%p) in %row {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %q = lift.tuple %b, %a
      lift.yield %q
    }
    lift.yield %line
  }
  lift.return %ys
}

lift.def @slices<N>(%xs: !lift.array<N, i32>) -> !lift.array<N - 1, i32> {
  %tail = lift.slice %xs from 1 size N - 1
  %ys = lift.map (%x)[k] in %tail {
    %before = lift.at %xs[k]
    %y = arith.subi %x, %before : i32
    lift.yield %y
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `peel n=4 at %ys` does not hold: the length is hidden
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %c = arith.cmpi slt, %zero, %x : i32
    lift.yield %c
  }
  %ys = lift.map (%x) in %kept {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
