// RUN: lift-opt %s -p 'lift-apply{step="unpack_of_pack at %%r" function=backwards},lift-apply{step="unpack_of_pack at %%n" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="unpack_of_pack at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @backwards
// CHECK-NEXT: %g = lift.gather %xs by (i) -> (N - i - 1)
// CHECK-NEXT: %r = lift.at %g[%i] else %d
// CHECK-NEXT: lift.return %r
lift.def @backwards<N>(%xs: !lift.array<N, f32>, %i: i32, %d: f32) -> f32 {
  %e = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>
  %r = lift.unpack (%ys)[X] in %e {
    %g = lift.gather %ys by (i) -> (X - 1 - i)
    %v = lift.at %g[%i] else %d
    lift.yield %v
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k] in %xss
// CHECK-NEXT: %n = lift.nat 2 * k + 2
// CHECK-NEXT: lift.yield %n
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {
  %r = lift.map (%row)[k] in %xss {
    %e = lift.pack %row as !lift.exists<X upto N, !lift.array<X, i32>>
    %n = lift.unpack (%ys)[X] in %e {
      %x = lift.nat 2 * X
      lift.yield %x
    }
    lift.yield %n
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `unpack_of_pack at %r` does not hold: `%r = lift.unpack` is no instance of the left side of `unpack(f, pack(xs)) = f(xs)`
lift.def @refused<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i32 {
  %r = lift.unpack (%ys)[X] in %e {
    %x = lift.nat X
    lift.yield %x
  }
  lift.return %r
}
