// RUN: lift-opt %s -p 'lift-apply{step="zip_of_unzip at %%r" function=pairs},lift-apply{step="zip_of_unzip at %%r" function=hidden}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="zip_of_unzip at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @pairs
// CHECK-NEXT: lift.return %xy
lift.def @pairs<N>(%xy: !lift.array<i : N, tuple<f32, !lift.array<i + 1, i32>>>) -> !lift.array<i : N, tuple<f32, !lift.array<i + 1, i32>>> {
  %u = lift.unzip %xy
  %x = lift.get %u[0]
  %y = lift.get %u[1]
  %r = lift.zip %x, %y
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: %kept = lift.filter (%p) in %xy
// CHECK-NEXT: %e = lift.get %p[1]
// CHECK-NEXT: %k = arith.cmpi sgt, %e, %c
// CHECK-NEXT: lift.yield %k
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %kept
lift.def @hidden<N>(%xy: !lift.array<N, tuple<f32, i32>>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, i32>>> {
  %kept = lift.filter (%p) in %xy {
    %e = lift.get %p[1]
    %k = arith.cmpi sgt, %e, %c : i32
    lift.yield %k
  }
  %u = lift.unzip %kept
  %x = lift.get %u[0]
  %y = lift.get %u[1]
  %r = lift.zip %x, %y
  lift.return %r
}

// Not all parts of the elements.
// REFUSED: error[LIFT0366]: `zip_of_unzip at %r` does not hold: `%r = lift.zip` is no instance of the left side of `zip(get(0, unzip(xs)), get(1, unzip(xs)), ..) = xs`, for all parts of the elements.
lift.def @refused<N>(%xyz: !lift.array<N, tuple<f32, f32, i32>>) -> !lift.array<N, tuple<f32, f32>> {
  %u = lift.unzip %xyz
  %x = lift.get %u[0]
  %y = lift.get %u[1]
  %r = lift.zip %x, %y
  lift.return %r
}
