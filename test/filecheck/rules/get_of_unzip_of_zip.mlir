// RUN: lift-opt %s -p 'lift-apply{step="get_of_unzip_of_zip at %%r" function=plain},lift-apply{step="get_of_unzip_of_zip at %%r" function=hidden}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="get_of_unzip_of_zip at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %y
lift.def @plain<N>(%x: !lift.array<N, f32>, %y: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %z = lift.zip %x, %y
  %u = lift.unzip %z
  %r = lift.get %u[1]
  lift.return %r
}

// Of a hidden length, too.
// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: %kept = lift.filter (%e) in %x
// CHECK-NEXT: %k = arith.cmpf ogt, %e, %c
// CHECK-NEXT: lift.yield %k
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %kept
lift.def @hidden<N>(%x: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = lift.filter (%e) in %x {
    %k = arith.cmpf ogt, %e, %c : f32
    lift.yield %k
  }
  %z = lift.zip %kept, %kept
  %u = lift.unzip %z
  %r = lift.get %u[1]
  lift.return %r
}

// REFUSED: error[LIFT0366]: `get_of_unzip_of_zip at %r` does not hold: `%r = lift.get` is no instance of the left side of `get(i, unzip(zip(a0, a1, ..))) = ai`; of hidden length, too.
lift.def @refused<N>(%xy: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, f32> {
  %u = lift.unzip %xy
  %r = lift.get %u[0]
  lift.return %r
}
