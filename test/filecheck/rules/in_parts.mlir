// RUN: lift-opt %s -p 'lift-apply{step="in_parts a=2 b=1 at %%ys" function=positions}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="in_parts a=1 b=1 at %%line" function=rows}' | filecheck %s --check-prefix=INSIDE
// RUN: not lift-opt %s -p 'lift-apply{step="in_parts a=1 b=1 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// It holds for every length: where there are not enough elements, there are none in the middle.
// CHECK-LABEL: lift.def @positions
// CHECK:      %middle = lift.slice %xs from min(N, 2) size max(0, N - 3)
// CHECK-NEXT: %ys = lift.map (%x)[k] in %middle
// CHECK-NEXT: lift.nat k + min(N, 2)
// CHECK:      %first = lift.slice %xs from 0 size min(N, 2)
// CHECK-NEXT: %ys_first = lift.map (%x.2)[k1] in %first
// CHECK-NEXT: lift.nat k1 :
// CHECK:      %last = lift.slice %xs from min(N, 2) + max(0, N - 3) size N - min(N, 2) - max(0, N - 3)
// CHECK-NEXT: %ys_last = lift.map (%x.3)[k2] in %last
// CHECK-NEXT: lift.nat k2 + min(N, 2) + max(0, N - 3)
// CHECK:      %concat = lift.concat %ys_first, %ys, %ys_last : !lift.array<N, i32>
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

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

// INSIDE-LABEL: lift.def @rows
// INSIDE: %ys = lift.map (%row) in %m
// INSIDE: %middle = lift.slice %row from 1 size max(0, M - 2)
// INSIDE: %line = lift.map (%p) in %middle
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

// Here is room for both ends.
lift.def @long<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N ge 4] {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `in_parts a=1 b=1 at %ys` does not hold: the length is hidden
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
