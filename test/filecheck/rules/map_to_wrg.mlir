// RUN: lift-opt %s -p 'lift-apply{step="map_to_wrg d=0 at %%r" function=rows},lift-apply{step="map_to_wrg d=0 at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_wrg d=0 at %%s" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = ocl.map_wrg<0> (%row)[k] in %m
// CHECK-NEXT: %s = lift.map (%x)[j] in %row
// CHECK-NEXT: %i = lift.nat M * k + j
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.subi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row)[k] in %m {
    %s = lift.map (%x)[j] in %row {
      %i = lift.nat M * k + j
      %y = arith.muli %x, %i : i32
      %z = arith.subi %y, %c : i32
      lift.yield %z
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = ocl.map_wrg<1> (%rows) in %m
// CHECK-NEXT: %s = ocl.map_wrg<0> (%row) in %rows
// CHECK-NEXT: %t = ocl.map_lcl<0> (%x) in %row
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, !lift.array<4, f32>>>) -> !lift.array<N, !lift.array<M, !lift.array<4, f32>>> {
  %r = ocl.map_wrg<1> (%rows) in %m {
    %s = lift.map (%row) in %rows {
      %t = ocl.map_lcl<0> (%x) in %row {
        %y = arith.mulf %x, %x : f32
        lift.yield %y
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_to_wrg d=0 at %s` does not hold: 'ocl.map_wrg' cannot stand inside 'ocl.map_glb'
lift.def @refused<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = lift.map (%x) in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}
