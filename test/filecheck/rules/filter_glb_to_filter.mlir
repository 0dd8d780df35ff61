// RUN: lift-opt %s -p 'lift-apply{step="filter_glb_to_filter at %%r" function=plain},lift-apply{step="filter_glb_to_filter at %%r" function=value}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="filter_glb_to_filter at %%s" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: %r = lift.filter (%x)[p] in %xs
// CHECK-NEXT: %i = lift.nat p
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: %keep = arith.cmpi sgt, %y, %c
// CHECK-NEXT: lift.yield %keep
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @plain<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = ocl.filter_glb (%x)[p] in %xs {
    %i = lift.nat p
    %y = arith.addi %x, %i : i32
    %keep = arith.cmpi sgt, %y, %c : i32
    lift.yield %keep
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @value
// CHECK-NEXT: %r = lift.filter (%x) in %xs
// CHECK-NEXT: %keep = arith.cmpf ogt, %x, %c
// CHECK-NEXT: %y = lift.tuple %x, %c
// CHECK-NEXT: %t = lift.tuple %keep, %y
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @value<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %r = ocl.filter_glb (%x) in %xs {
    %keep = arith.cmpf ogt, %x, %c : f32
    %y = lift.tuple %x, %c
    %t = lift.tuple %keep, %y
    lift.yield %t
  }
  lift.return %r
}

// One of a work item is not one of all.
// REFUSED: error[LIFT0366]: `filter_glb_to_filter at %s` does not hold: `%s = ocl.filter_seq` is not a `ocl.filter_glb`
lift.def @refused<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.filter_seq (%x) in %row {
      %keep = arith.cmpi sgt, %x, %c : i32
      lift.yield %keep
    }
    lift.yield %s
  }
  lift.return %r
}
