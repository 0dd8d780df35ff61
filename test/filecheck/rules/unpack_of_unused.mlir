// RUN: lift-opt %s -p 'lift-apply{step="unpack_of_unused at %%r" function=scalar},lift-apply{step="unpack_of_unused at %%n" function=captured}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="unpack_of_unused at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @scalar
// CHECK-NEXT: %r = arith.addf %a, %a
// CHECK-NEXT: lift.return %r
lift.def @scalar<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>, %a: f32) -> f32 {
  %r = lift.unpack (%ys)[X] in %e {
    %v = arith.addf %a, %a : f32
    lift.yield %v
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @captured
// CHECK-NEXT: %n = lift.map (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %y = arith.subi %x, %i
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %n
lift.def @captured<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N, i32> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi slt, %x, %c : i32
    lift.yield %k
  }
  %n = lift.unpack (%ys)[L] in %kept {
    %m = lift.map (%x)[k] in %xs {
      %i = lift.nat k
      %y = arith.subi %x, %i : i32
      lift.yield %y
    }
    lift.yield %m
  }
  lift.return %n
}

// REFUSED: error[LIFT0366]: `unpack_of_unused at %r` does not hold: `%r = lift.unpack` is no instance of the left side of `unpack(x -> v, e) = v`, where v says nothing of x or its length.
lift.def @refused<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i32 {
  %r = lift.unpack (%ys)[X] in %e {
    %n = lift.nat X + 1
    lift.yield %n
  }
  lift.return %r
}
