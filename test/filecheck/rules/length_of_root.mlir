// RUN: lift-opt %s -p 'lift-apply{step="length_of_root at %%r" function=mapped},lift-apply{step="length_of_root at %%n" function=zipped}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="length_of_root at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @mapped
// CHECK-NEXT: %r = lift.length %e
// CHECK-NEXT: lift.return %r
lift.def @mapped<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i64 {
  %m = lift.map (%x) in %e {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  %r = lift.length %m : i64
  lift.return %r
}

// CHECK-LABEL: lift.def @zipped
// CHECK-NEXT: %kept = lift.filter (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: %p = arith.cmpi sgt, %y, %c
// CHECK-NEXT: lift.yield %p
// CHECK-NEXT: }
// CHECK-NEXT: %z = lift.zip %kept, %kept
// CHECK-NEXT: %n = lift.length %kept
// CHECK-NEXT: %r = lift.tuple %n, %z
// CHECK-NEXT: lift.return %r
lift.def @zipped<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, !lift.exists<X upto N, !lift.array<X, tuple<i32, i32>>>> {
  %kept = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.addi %x, %i : i32
    %p = arith.cmpi sgt, %y, %c : i32
    lift.yield %p
  }
  %z = lift.zip %kept, %kept
  %n = lift.length %z
  %r = lift.tuple %n, %z
  lift.return %r
}

// REFUSED: error[LIFT0366]: `length_of_root at %r` does not hold: `%r = lift.length` is no instance of the left side of `length(xs) = length(ys)`, where the hidden length of xs is that of ys.
lift.def @refused<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i32 {
  %r = lift.length %e
  lift.return %r
}
