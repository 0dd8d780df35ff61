// RUN: lift-opt %s -p 'lift-apply{step="launch local=8 at %%c" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="launch local=4 at %%c" function=items}' | filecheck %s --check-prefix=ITEMS
// RUN: not lift-opt %s -p 'lift-apply{step="launch local=8 at %%line" function=holds}' 2>&1 | filecheck %s --check-prefix=REFUSED

// REFUSED: error[LIFT0366]: `launch local=8 at %line` does not hold: it is launched together with the map around it
// CHECK-LABEL: lift.def @holds
// CHECK: %c = ocl.map_wrg<1> launch(local = [8, 8], groups = [M, N]) (%x) in %xs
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
