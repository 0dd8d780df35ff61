// RUN: lift-opt %s -p 'lift-apply{step="zip_of_map i=0 at %%r" function=first},lift-apply{step="zip_of_map i=2 at %%r" function=last}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="zip_of_map i=1 at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="zip_of_map i=2 at %%r" function=no_operand}' 2>&1 | filecheck %s --check-prefix=NO-OPERAND

// CHECK-LABEL: lift.def @first
// CHECK-NEXT: %r = lift.zip %xs, %ys
// CHECK-NEXT: %ms = lift.map (%x)[k] in %r
// CHECK-NEXT: %get = lift.get %x[0]
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %f = arith.sitofp %i
// CHECK-NEXT: %a = arith.addf %get, %f
// CHECK-NEXT: %b = arith.mulf %a, %c
// CHECK-NEXT: %get.2 = lift.get %x[1]
// CHECK-NEXT: %tuple = lift.tuple %b, %get.2
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ms
lift.def @first<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, i32>, %c: f32) -> !lift.array<N, tuple<f32, i32>> {
  %ms = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %f = arith.sitofp %i : i32 to f32
    %a = arith.addf %x, %f : f32
    %b = arith.mulf %a, %c : f32
    lift.yield %b
  }
  %r = lift.zip %ms, %ys
  lift.return %r
}

// CHECK-LABEL: lift.def @last
// CHECK-NEXT: %r = lift.zip %ys, %xs, %xs
// CHECK-NEXT: %ms = lift.map (%x)[k1] in %r
// CHECK-NEXT: %get = lift.get %x[0]
// CHECK-NEXT: %get.2 = lift.get %x[1]
// CHECK-NEXT: %get.3 = lift.get %x[2]
// CHECK-NEXT: %p = lift.pad clamp 1, 0 %get.3
// CHECK-NEXT: %tuple = lift.tuple %get, %get.2, %p
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ms
lift.def @last<N>(%xs: !lift.array<i : N, !lift.array<i + 1, i32>>, %ys: !lift.array<N, i32>) -> !lift.array<i : N, tuple<i32, !lift.array<i + 1, i32>, !lift.array<i + 2, i32>>> {
  %ms = lift.map (%row) in %xs {
    %p = lift.pad clamp 1, 0 %row
    lift.yield %p
  }
  %r = lift.zip %ys, %xs, %ms
  lift.return %r
}

// REFUSED: error[LIFT0366]: `zip_of_map i=1 at %r` does not hold: `%r = lift.zip` is no instance of the left side of `zip(map(f, xs), ys) = map(p -> (f(get(0, p)), get(1, p)), zip(xs, ys))`, for operand i.
lift.def @refused<N>(%xs: !lift.array<N, i32>, %ys: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %ms = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %r = lift.zip %ms, %ys
  lift.return %r
}

// NO-OPERAND: error[LIFT0366]: `zip_of_map i=2 at %r` does not hold: there is no operand 2
lift.def @no_operand<N>(%xs: !lift.array<N, i32>, %ys: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %ms = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %r = lift.zip %ms, %ys
  lift.return %r
}
