// RUN: lift-opt %s -p 'lift-apply{step="map_of_concat at %%ys" function=ends}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="peel n=4 at %%line" function=rows},lift-apply{step="map_of_concat at %%ys" function=rows}' | filecheck %s --check-prefix=PEELED
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_concat at %%ys" function=triangle}' 2>&1 | filecheck %s --check-prefix=REFUSED

// Each part has what it needs, and nothing else.
// CHECK-LABEL: lift.def @ends
// CHECK:      %ys_a = lift.map (%row)[k] in %m : !lift.array<N, !lift.array<1, i32>>
// CHECK-NEXT: lift.slice %row from 0 size 1
// CHECK-NEXT: lift.map (%x)[j]
// CHECK:      %transpose = lift.transpose %ys_a
// CHECK-NEXT: %ys_b = lift.map (%row.2)[k1] in %m : !lift.array<N, !lift.array<M, i32>>
// CHECK-NEXT: lift.map (%x.2)[i]
// CHECK:      %transpose.2 = lift.transpose %ys_b
// CHECK-NEXT: %concat = lift.concat %transpose, %transpose.2
// CHECK-NEXT: %transpose.3 = lift.transpose %concat
// CHECK-NEXT: lift.return %transpose.3
lift.def @ends<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M + 1, i32>> {
  %ys = lift.map (%row)[k] in %m {
    %head = lift.slice %row from 0 size 1
    %a = lift.map (%x)[j] in %head {
      %n = lift.nat j + k : i32
      %y = arith.muli %x, %n : i32
      lift.yield %y
    }
    %b = lift.map (%x)[i] in %row {
      %n = lift.nat 2 * i + k : i32
      %y = arith.addi %x, %n : i32
      lift.yield %y
    }
    %all = lift.concat %a, %b
    lift.yield %all
  }
  lift.return %ys
}

// PEELED-LABEL: lift.def @rows
// PEELED: %ys_line = lift.map
// PEELED: %line = lift.map
// PEELED: %ys_line_rest = lift.map
// PEELED: %line_rest = lift.map
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

lift.def @captured<N, M>(%xs: !lift.array<N, f32>, %v: !lift.array<M, f32>) -> !lift.array<N, !lift.array<2 * M, f32>> {
  %ys = lift.map (%x) in %xs {
    %scaled = lift.map (%e) in %v {
      %y = arith.mulf %x, %e : f32
      lift.yield %y
    }
    %all = lift.concat %v, %scaled
    lift.yield %all
  }
  lift.return %ys
}

// Columns of different length are no array of rows.
// REFUSED: error[LIFT0366]: `map_of_concat at %ys` does not hold: 'lift.transpose' cannot be applied where the type of an element depends on its position
lift.def @triangle<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<2 * i + 2, f32>> {
  %ys = lift.map (%row)[k] in %m {
    %all = lift.concat %row, %row
    lift.yield %all
  }
  lift.return %ys
}
