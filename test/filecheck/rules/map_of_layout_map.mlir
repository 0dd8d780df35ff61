// RUN: lift-opt %s -p 'lift-apply{step="map_of_layout_map at %%ys" function=windows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_layout_map at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @windows
// CHECK:      %wide = lift.map (%row)[i] in %m
// CHECK:      %ys = lift.map (%row.2)[k] in %m
// CHECK-NEXT: %wider.2 = lift.pad wrap 1, 1 %row.2
// CHECK-NEXT: lift.at %wider.2[0]
lift.def @windows<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> tuple<!lift.array<N, i32>, !lift.array<N, !lift.array<M + 2, i32>>> {
  %wide = lift.map (%row)[i] in %m {
    %wider = lift.pad wrap 1, 1 %row
    lift.yield %wider
  }
  %ys = lift.map (%line)[k] in %wide {
    %first = lift.at %line[0]
    %n = lift.nat k : i32
    %y = arith.addi %first, %n : i32
    lift.yield %y
  }
  %both = lift.tuple %ys, %wide
  lift.return %both
}

lift.def @triangle<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N, i32> {
  %lower = lift.map (%row)[i] in %m {
    %begin = lift.slice %row from 0 size i + 1
    lift.yield %begin
  }
  %zero = arith.constant 0 : i32
  %ys = lift.map (%line)[k] in %lower {
    %y = lift.reduce (%acc, %x)[j] in %line from %zero {
      %n = lift.nat j + k : i32
      %nx = arith.muli %n, %x : i32
      %s = arith.addi %acc, %nx : i32
      lift.yield %s
    }
    lift.yield %y
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `map_of_layout_map at %ys` does not hold: `%ys = lift.map` is no instance of the left side
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %squares = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y
  }
  %ys = lift.map (%x) in %squares {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  lift.return %ys
}
