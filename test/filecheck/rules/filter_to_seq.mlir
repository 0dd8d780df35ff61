// RUN: lift-opt %s -p 'lift-apply{step="filter_to_seq at %%r" function=plain},lift-apply{step="filter_to_seq at %%s" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="filter_to_seq at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: %r = ocl.filter_seq (%x)[p] in %xs
// CHECK-NEXT: %i = lift.nat p
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: %keep = arith.cmpi sgt, %y, %c
// CHECK-NEXT: lift.yield %keep
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @plain<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.filter (%x)[p] in %xs {
    %i = lift.nat p
    %y = arith.addi %x, %i : i32
    %keep = arith.cmpi sgt, %y, %c : i32
    lift.yield %keep
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %s = ocl.filter_seq (%x) in %row
// CHECK-NEXT: %keep = arith.cmpf ogt, %x, %c
// CHECK-NEXT: %y = lift.tuple %x, %c
// CHECK-NEXT: %t = lift.tuple %keep, %y
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %c: f32) -> !lift.array<i : N, !lift.exists<X upto i + 1, !lift.array<X, tuple<f32, f32>>>> {
  %r = lift.map (%row) in %xss {
    %s = lift.filter (%x) in %row {
      %keep = arith.cmpf ogt, %x, %c : f32
      %y = lift.tuple %x, %c
      %t = lift.tuple %keep, %y
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `filter_to_seq at %r` does not hold: `%r = ocl.filter_glb` is not a `lift.filter`
lift.def @refused<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = ocl.filter_glb (%x) in %xs {
    %keep = arith.cmpi sgt, %x, %c : i32
    lift.yield %keep
  }
  lift.return %r
}
