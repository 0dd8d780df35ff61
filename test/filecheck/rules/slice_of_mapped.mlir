// RUN: lift-opt %s -p 'lift-apply{step="slice_of_mapped at %%r" function=items},lift-apply{step="slice_of_mapped at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_mapped at %%s" function=used_twice}' 2>&1 | filecheck %s --check-prefix=USED-TWICE
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_mapped at %%r" function=no_level}' 2>&1 | filecheck %s --check-prefix=NO-LEVEL

// CHECK-LABEL: lift.def @items
// CHECK-NEXT: %slice = lift.slice %xs from 2 size N
// CHECK-NEXT: %ys = ocl.map_glb<0> (%x)[k] in %slice
// CHECK-NEXT: %i = lift.nat k + 2
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.subi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys
lift.def @items<N>(%xs: !lift.array<N + 3, i32>, %c: i32) -> !lift.array<N, i32> {
  %ys = ocl.map_glb<0> (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %z = arith.subi %y, %c : i32
    lift.yield %z
  }
  %r = lift.slice %ys from 2 size N
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = ocl.map_wrg<0> (%row) in %m
// CHECK-NEXT: %slice = lift.slice %row from 1 size M
// CHECK-NEXT: %ys = ocl.map_lcl<0> (%x) in %slice
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %ys
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M + 1, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %ys = ocl.map_lcl<0> (%x) in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y
    }
    %s = lift.slice %ys from 1 size M
    lift.yield %s
  }
  lift.return %r
}

// USED-TWICE: error[LIFT0366]: `slice_of_mapped at %s` does not hold: the result of `%ys = ocl.map_glb` has another use
lift.def @used_twice<N>(%xs: !lift.array<N + 3, i32>) -> tuple<!lift.array<N, i32>, !lift.array<N + 3, i32>> {
  %ys = ocl.map_glb<0> (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %s = lift.slice %ys from 2 size N
  %r = lift.tuple %s, %ys
  lift.return %r
}

// A map that nobody runs yet is for `slice_of_map`.
// NO-LEVEL: error[LIFT0366]: `slice_of_mapped at %r` does not hold: `%r = lift.slice` is no instance of the left side of `slice(a, m, map_x(f, xs)) = map_x(f, slice(a, m, xs))`, whoever runs the map, where nothing else reads it.
lift.def @no_level<N>(%xs: !lift.array<N + 3, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %r = lift.slice %ys from 2 size N
  lift.return %r
}
