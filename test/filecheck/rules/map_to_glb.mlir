// RUN: lift-opt %s -p 'lift-apply{step="map_to_glb d=1 at %%r" function=rows},lift-apply{step="map_to_glb d=0 at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_glb d=1 at %%s" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = ocl.map_glb<1> (%row)[k] in %xss
// CHECK-NEXT: %x = lift.at %row[k]
// CHECK-NEXT: %y = arith.subi %x, %c
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>, %c: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row)[k] in %xss {
    %x = lift.at %row[k]
    %y = arith.subi %x, %c : i32
    lift.yield %y
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = ocl.map_glb<1> (%row) in %m
// CHECK-NEXT: %s = ocl.map_glb<0> (%x) in %row
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: %t = lift.tuple %x, %y
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, tuple<f32, f32>>> {
  %r = ocl.map_glb<1> (%row) in %m {
    %s = lift.map (%x) in %row {
      %y = arith.mulf %x, %x : f32
      %t = lift.tuple %x, %y
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_to_glb d=1 at %s` does not hold: 'ocl.map_glb' stands inside another one in dimension 1
lift.def @refused<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = ocl.map_glb<1> (%row) in %m {
    %s = lift.map (%x) in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}
