// RUN: lift-opt %s -p 'lift-apply{step="stage_windows d=1 space=local at %%r" function=row}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="stage_windows d=2 space=global at %%r" function=tiles}' | filecheck %s --check-prefix=TILES
// RUN: not lift-opt %s -p 'lift-apply{step="stage_windows d=1 space=local at %%r" function=apart}' 2>&1 | filecheck %s --check-prefix=APART
// RUN: not lift-opt %s -p 'lift-apply{step="stage_windows d=1 space=local at %%r" function=moved}' 2>&1 | filecheck %s --check-prefix=MOVED
// RUN: not lift-opt %s -p 'lift-apply{step="stage_windows d=1 space=local at %%r" function=none}' 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not lift-opt %s -p 'lift-apply{step="stage_windows d=1 space=local at %%r" function=elements}' 2>&1 | filecheck %s --check-prefix=ELEMENTS

// Eight windows of five, two apart, see 19 elements: an element is that of the last window that has it, or of one before.
// CHECK-LABEL: lift.def @row
// CHECK:      %r = lift.map (%tile) in {{.*}} {
// CHECK-NEXT:   [[Z:%.*]] = lift.generate [{{.*}} : 19] : !lift.array<19, i32>
// CHECK:        %r_copy = lift.map ({{.*}})[i] in [[Z]] : !lift.array<19, f32> {
// CHECK-NEXT:     [[W:%.*]] = lift.at %tile[min(i floordiv 2, 7)] : !lift.array<5, f32>
// CHECK-NEXT:     [[E:%.*]] = lift.at [[W]][i - 2 * min(i floordiv 2, 7)] : f32
// CHECK-NEXT:     ocl.to_local [[E]] : f32
// CHECK:        [[S:%.*]] = lift.slide 5 by 2 %r_copy : !lift.array<8, !lift.array<5, f32>>
// CHECK-NEXT:   %s = lift.map (%w) in [[S]]
lift.def @row<N>(%xs: !lift.array<16 * N + 3, f32>) -> !lift.array<N, !lift.array<8, f32>> {
  %windows = lift.slide 5 by 2 %xs
  %tiles = lift.split 8 %windows
  %r = lift.map (%tile) in %tiles {
    %s = lift.map (%w) in %tile {
      %x = lift.at %w[0]
      %y = lift.at %w[4]
      %sum = arith.addf %x, %y : f32
      lift.yield %sum
    }
    lift.yield %s
  }
  lift.return %r
}

// Windows of rows and columns; what pads the array is seen through, and so is who cut it.
// TILES-LABEL: lift.def @tiles
// TILES:      %r_copy = lift.map ({{.*}})[i] in {{.*}} : !lift.array<6, !lift.array<10, f32>> {
// TILES:        %r_copy_row = lift.map ({{.*}})[j] in
// TILES:          ocl.to_global
// TILES:      lift.slide 3 by 1 %r_copy : !lift.array<4, !lift.array<3, !lift.array<10, f32>>>
// TILES:      lift.slide 3 by 1
// TILES:      lift.transpose
lift.def @tiles<N>(%xs: !lift.array<4 * N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<4, !lift.array<8, f32>>> where [N ge 1] {
  %taller = lift.pad clamp 1, 1 %xs
  %bands = lift.slide 3 by 1 %taller
  %points = lift.map (%band) in %bands {
    %rows = lift.map (%row) in %band {
      %wider = lift.pad wrap 1, 1 %row
      %windows = lift.slide 3 by 1 %wider
      lift.yield %windows
    }
    %turned = lift.transpose %rows
    lift.yield %turned
  }
  %tiles = lift.split 4 %points
  %r = lift.map (%tile) in %tiles {
    %s = lift.map (%line) in %tile {
      %t = lift.map (%w) in %line {
        %above = lift.at %w[0]
        %x = lift.at %above[1]
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Rows that are cut, not slid over, have nothing in common.
// APART: error[LIFT0366]: `stage_windows d=1 space=local at %r` does not hold: no windows overlap
lift.def @apart<N>(%xs: !lift.array<32 * N, f32>) -> !lift.array<N, !lift.array<8, f32>> {
  %windows = lift.slide 4 by 4 %xs
  %tiles = lift.split 8 %windows
  %r = lift.map (%tile) in %tiles {
    %s = lift.map (%w) in %tile {
      %x = lift.at %w[0]
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// A window that is moved as its position says sees something else than its neighbours see there.
// MOVED: error[LIFT0366]: `stage_windows d=1 space=local at %r` does not hold: no windows overlap
lift.def @moved<N>(%xs: !lift.array<16 * N, f32>) -> !lift.array<N, !lift.array<8, f32>> {
  %rows = lift.split 16 %xs
  %tiles = lift.map (%row) in %rows {
    %part = lift.slice %row from 0 size 10
    %windows = lift.slide 3 by 1 %part
    %turned = lift.map (%w)[k] in %windows {
      %odd = lift.gather %w by (i) -> ((i + k) mod 3)
      lift.yield %odd
    }
    lift.yield %turned
  }
  %r = lift.map (%tile) in %tiles {
    %s = lift.map (%w) in %tile {
      %x = lift.at %w[0]
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// Where there may be no window, nobody knows how many elements they see.
// NONE: error[LIFT0366]: `stage_windows d=1 space=local at %r` does not hold: `M floordiv 2 ge 1` is not proved
lift.def @none<N, M>(%xs: !lift.array<N, !lift.array<M floordiv 2 + 2, f32>>)
    -> !lift.array<N, !lift.array<M floordiv 2, f32>> {
  %tiles = lift.map (%row) in %xs {
    %windows = lift.slide 3 by 1 %row
    lift.yield %windows
  }
  %r = lift.map (%tile) in %tiles {
    %s = lift.map (%w) in %tile {
      %x = lift.at %w[0]
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// ELEMENTS: error[LIFT0366]: `stage_windows d=1 space=local at %r` does not hold: `%r = lift.map` is no instance
lift.def @elements<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = lift.map (%row) in %xs {
    %s = lift.map (%x) in %row {
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}
