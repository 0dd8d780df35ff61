// RUN: lift-opt %s -p 'lift-apply{step="map_to_lcl d=0 at %%s" function=inside},lift-apply{step="map_to_lcl d=1 at %%s" function=other_dimension}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_lcl d=0 at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_lcl d=0 at %%t" function=twice}' 2>&1 | filecheck %s --check-prefix=TWICE

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = ocl.map_wrg<0> (%row)[k] in %m
// CHECK-NEXT: %s = ocl.map_lcl<0> (%x)[j] in %row
// CHECK-NEXT: %i = lift.nat j + k
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.subi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.array<N, !lift.array<M, i32>> {
  %r = ocl.map_wrg<0> (%row)[k] in %m {
    %s = lift.map (%x)[j] in %row {
      %i = lift.nat k + j
      %y = arith.muli %x, %i : i32
      %z = arith.subi %y, %c : i32
      lift.yield %z
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @other_dimension
// CHECK-NEXT: %r = ocl.map_wrg<0> (%row) in %m
// CHECK-NEXT: %s = ocl.map_lcl<1> (%x) in %row
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @other_dimension<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %s = lift.map (%x) in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_to_lcl d=0 at %r` does not hold: 'ocl.map_lcl' stands outside of any 'ocl.map_wrg'
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y
  }
  lift.return %r
}

// TWICE: error[LIFT0366]: `map_to_lcl d=0 at %t` does not hold: 'ocl.map_lcl' stands inside another one in dimension 0
lift.def @twice<N, M>(%m: !lift.array<N, !lift.array<M, !lift.array<4, f32>>>) -> !lift.array<N, !lift.array<M, !lift.array<4, f32>>> {
  %r = ocl.map_wrg<0> (%rows) in %m {
    %s = ocl.map_lcl<0> (%row) in %rows {
      %t = lift.map (%x) in %row {
        %y = arith.mulf %x, %x : f32
        lift.yield %y
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
