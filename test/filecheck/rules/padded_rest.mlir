// RUN: lift-opt %s -p 'lift-apply{step="padded_rest w=4 at %%ys" function=positions}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="padded_rest w=4 at %%ys" function=positions},lift-apply{step="split_join n=4 at %%ys_rest" function=positions}' | filecheck %s --check-prefix=TILED
// RUN: not lift-opt %s -p 'lift-apply{step="padded_rest w=4 at %%ys" function=slices}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="padded_rest w=4 at %%ys" function=triangle}' 2>&1 | filecheck %s --check-prefix=TRIANGLE

// The rest is as long as a row, and what is computed in vain is computed for the last element.
// CHECK-LABEL: lift.def @positions
// CHECK:      %main = lift.slice %xs from 0 size 4 * (N floordiv 4)
// CHECK-NEXT: %ys = lift.map (%x)[k] in %main
// CHECK:      %pad = lift.pad clamp 0, 4 * ((N + 3) floordiv 4) - N %xs
// CHECK-NEXT: %rest = lift.slice %pad from 4 * (N floordiv 4) size 4 * ((N + 3) floordiv 4) - 4 * (N floordiv 4)
// CHECK-NEXT: %ys_rest = lift.map (%x.2)[k1] in %rest
// CHECK-NEXT: lift.nat min(N - 1, k1 + 4 * (N floordiv 4))
// CHECK:      %slice = lift.slice %ys_rest from 0 size N mod 4
// CHECK-NEXT: %concat = lift.concat %ys, %slice : !lift.array<N, i32>

// TILED: %split = lift.split 4 %rest
// TILED: %ys_rest_n = lift.map
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

// A row of different length at each position cannot be repeated.
// TRIANGLE: error[LIFT0366]: `padded_rest w=4 at %ys` does not hold: 'lift.pad' cannot be applied where the type of an element depends on its position
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

// What divides by an element is computed for elements of the array only.
lift.def @quotients<N>(%xs: !lift.array<N, tuple<i32, i32>>, %c: i32) -> !lift.array<N, i32> {
  %one = arith.constant 1 : i32
  %ys = lift.map (%p) in %xs {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %bb = arith.muli %b, %b : i32
    %d = arith.maxsi %bb, %one : i32
    %q = arith.divsi %a, %d : i32
    %y = arith.addi %q, %c : i32
    lift.yield %y
  }
  lift.return %ys
}

// There may be no element to repeat.
// REFUSED: error[LIFT0366]: `padded_rest w=4 at %ys` does not hold: `N ge 2` is not proved; what is known: N ge 1
lift.def @slices<N>(%xs: !lift.array<N, i32>) -> !lift.array<N - 1, i32> {
  %tail = lift.slice %xs from 1 size N - 1
  %ys = lift.map (%x)[k] in %tail {
    %before = lift.at %xs[k]
    %y = arith.subi %x, %before : i32
    lift.yield %y
  }
  lift.return %ys
}
