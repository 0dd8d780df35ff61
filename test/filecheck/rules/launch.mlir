// RUN: lift-opt %s -p 'lift-apply{step="launch local=8 at %%c" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="launch local=4 at %%c" function=items}' | filecheck %s --check-prefix=ITEMS
// RUN: lift-opt %s -p 'lift-apply{step="launch local=8 groups=16 at %%c" function=holds}' | filecheck %s --check-prefix=GROUPS
// RUN: lift-opt %s -p 'lift-apply{step="launch local=8 groups=2 at %%c" function=rows}' | filecheck %s --check-prefix=ROWS
// RUN: lift-opt %s -p 'lift-apply{step="launch local=8 groups=0 at %%c" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="launch local=8 at %%c" function=perhaps_none}' | filecheck %s --check-prefix=ONE
// RUN: not lift-opt %s -p 'lift-apply{step="launch local=8 at %%c" function=rows}' 2>&1 | filecheck %s --check-prefix=DIFFER
// RUN: not lift-opt %s -p 'lift-apply{step="launch local=8 at %%line" function=holds}' 2>&1 | filecheck %s --check-prefix=REFUSED

// REFUSED: error[LIFT0366]: `launch local=8 at %line` does not hold: it is launched together with the map around it
// CHECK-LABEL: lift.def @holds
// CHECK: %c = ocl.map_wrg<1> launch(local = [8, 8], groups = [M, N]) (%x) in %xs
// GROUPS-LABEL: lift.def @holds
// GROUPS: %c = ocl.map_wrg<1> launch(local = [8, 8], groups = [16, 16]) (%x) in %xs
lift.def @holds<N, M>(%xs: !lift.array<N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<N, !lift.array<M, i32>> {
  %c = ocl.map_wrg<1> (%x) in %xs {
    %line = ocl.map_wrg<0> (%y) in %ys {
      %s = arith.addi %x, %y : i32
      lift.yield %s
    }
    lift.yield %line
  }
  lift.return %c
}

// ITEMS-LABEL: lift.def @items
// ITEMS: %c = ocl.map_glb<0> launch(local = [4], groups = [(N + 3) floordiv 4]) (%x) in %xs
lift.def @items<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %c = ocl.map_glb<0> (%x) in %xs {
    %s = arith.addi %x, %x : i32
    lift.yield %s
  }
  lift.return %c
}

// Rows of different lengths are shared out by a number of groups that is given.
// ROWS-LABEL: lift.def @rows
// ROWS: %c = ocl.map_wrg<1> launch(local = [8, 8], groups = [2, 2]) (%row)[i] in %xss
// DIFFER: error[LIFT0366]: `launch local=8 at %c` does not hold: a length depends on a position, or only run time knows it
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %c = ocl.map_wrg<1> (%row)[i] in %xss {
    %line = ocl.map_wrg<0> (%y) in %row {
      %s = arith.addi %y, %y : i32
      lift.yield %s
    }
    lift.yield %line
  }
  lift.return %c
}

// Where there may be no elements, a group is launched that does nothing.
// ONE-LABEL: lift.def @perhaps_none
// ONE: %c = ocl.map_wrg<0> launch(local = [8], groups = [max(N - 1, 1)]) (%x) in %main
lift.def @perhaps_none<N>(%xs: !lift.array<N, i32>) -> !lift.array<N - 1, i32> {
  %main = lift.slice %xs from 1 size N - 1
  %c = ocl.map_wrg<0> (%x) in %main {
    %s = arith.addi %x, %x : i32
    lift.yield %s
  }
  lift.return %c
}
