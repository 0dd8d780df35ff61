// RUN: lift-opt %s -p 'lift-apply{step="map_to_seq at %%s" function=rows},lift-apply{step="map_to_seq at %%r" function=hidden}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_seq at %%s" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %s = ocl.map_seq (%x)[j] in %row
// CHECK-NEXT: %i = lift.nat k - j
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.subi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>, %c: i32) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %r = lift.map (%row)[k] in %xss {
    %s = lift.map (%x)[j] in %row {
      %i = lift.nat k - j
      %y = arith.muli %x, %i : i32
      %z = arith.subi %y, %c : i32
      lift.yield %z
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: %r = ocl.map_seq (%x) in %e
// CHECK-NEXT: %t = lift.tuple %x, %x
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %r = lift.map (%x) in %e {
    %t = lift.tuple %x, %x
    lift.yield %t
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_to_seq at %s` does not hold: `%s = ocl.map_seq` is not a `lift.map`
lift.def @refused<N>(%xss: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, !lift.array<4, f32>> {
  %r = ocl.map_glb<0> (%row) in %xss {
    %s = ocl.map_seq unroll (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}
