// RUN: lift-opt %s -p 'lift-apply{step="map_of_join at %%ys" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="slide_tiling v=4 at %%w" function=tiles},lift-apply{step="map_of_join at %%ys" function=tiles},lift-apply{step="map_of_layout_map at %%ys_n" function=tiles}' | filecheck %s --check-prefix=TILES
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_join at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK:      %ys_n = lift.map (%x_n)[i] in %m
// CHECK-NEXT: %ys = lift.map (%x)[k] in %x_n
// CHECK-NEXT: lift.nat M * i + k
// CHECK:      %join = lift.join %ys_n
lift.def @holds<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N * M, i32> {
  %flat = lift.join %m
  %ys = lift.map (%x)[k] in %flat {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

lift.def @triangle<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>, %c: i32) -> !lift.array<sum(i : N, i + 1), i32> {
  %flat = lift.join %m
  %ys = lift.map (%x) in %flat {
    %y = arith.muli %x, %c : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

// Windows in overlapping tiles: a tile is the array that the windows of a row are in.
// TILES-LABEL: lift.def @tiles
// TILES:      %tiles = lift.slide 6 by 4 %xs
// TILES-NEXT: %ys_n = lift.map (%tile) in %tiles
// TILES-NEXT: %w = lift.slide 3 by 1 %tile
// TILES-NEXT: %ys = lift.map (%t) in %w
lift.def @tiles<N>(%xs: !lift.array<4 * N + 2, f32>) -> !lift.array<4 * N, f32> {
  %w = lift.slide 3 by 1 %xs
  %ys = lift.map (%t) in %w {
    %a = lift.at %t[0]
    %b = lift.at %t[2]
    %y = arith.addf %a, %b : f32
    lift.yield %y
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `map_of_join at %ys` does not hold: the position is used, and the rows differ in their lengths or types
lift.def @refused<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<sum(i : N, i + 1), i32> {
  %flat = lift.join %m
  %ys = lift.map (%x)[k] in %flat {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
