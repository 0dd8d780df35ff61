// RUN: lift-opt %s -p 'lift-apply{step="interchange_rows at %%c" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="interchange_rows at %%c" function=with_x}' | filecheck %s --check-prefix=WITH-X
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_rows at %%c" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_rows at %%c" function=ragged}' 2>&1 | filecheck %s --check-prefix=RAGGED

// CHECK-LABEL: lift.def @holds
// CHECK:      %columns = lift.transpose %xs
// CHECK-NEXT: %line = lift.map (%y_n)[j] in %columns
// CHECK-NEXT:   %c = lift.map (%y)[i] in %y_n
// CHECK-NEXT:     lift.nat i + 10 * j
// CHECK:      %transpose = lift.transpose %line
// CHECK-NEXT: lift.return %transpose
lift.def @holds<N, M>(%xs: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %c = lift.map (%x)[i] in %xs {
    %line = lift.map (%y)[j] in %x {
      %k = lift.nat i + 10 * j : i32
      %r = arith.addi %y, %k : i32
      lift.yield %r
    }
    lift.yield %line
  }
  lift.return %c
}

// The row is rearranged for all rows first, and what else is used of it is zipped in.
// WITH-X-LABEL: lift.def @with_x
// WITH-X:      %rows = lift.map (%x)[i1] in %both
// WITH-X:        lift.split 2
// WITH-X:      %columns = lift.transpose %rows
// WITH-X-NEXT: %line = lift.map (%two_n) in %columns
// WITH-X-NEXT:   %zip = lift.zip %two_n, %both
// WITH-X-NEXT:   %c = lift.map (%p)[i] in %zip
// WITH-X:        %transpose = lift.transpose %line
// WITH-X-NEXT:   %c_l = lift.map
// WITH-X-NEXT:     lift.join
lift.def @with_x<N, M>(%xs: !lift.array<N, !lift.array<2 * M, f32>>, %fs: !lift.array<N, f32>) -> !lift.array<N, !lift.array<2 * M, f32>> {
  %both = lift.zip %xs, %fs
  %c = lift.map (%x)[i] in %both {
    %row = lift.get %x[0]
    %f = lift.get %x[1]
    %tiles = lift.split 2 %row
    %line = lift.map (%two) in %tiles {
      %scaled = lift.map (%y) in %two {
        %fy = arith.mulf %f, %y : f32
        lift.yield %fy
      }
      lift.yield %scaled
    }
    %joined = lift.join %line
    lift.yield %joined
  }
  lift.return %c
}

// REFUSED: error[LIFT0366]: `interchange_rows at %c` does not hold: what %line goes over is computed
lift.def @refused<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%x) in %xs {
    %sums = lift.scan (%acc, %e) in %x from %zero {
      %s = arith.addf %acc, %e : f32
      lift.yield %s
    }
    %line = lift.map (%y) in %sums {
      %yy = arith.mulf %y, %y : f32
      lift.yield %yy
    }
    lift.yield %line
  }
  lift.return %c
}

// RAGGED: error[LIFT0366]: `interchange_rows at %c` does not hold: 'lift.transpose' cannot be applied where the type of an element depends on its position
lift.def @ragged<N>(%xs: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %c = lift.map (%x)[i] in %xs {
    %line = lift.map (%y) in %x {
      %yy = arith.mulf %y, %y : f32
      lift.yield %yy
    }
    lift.yield %line
  }
  lift.return %c
}
