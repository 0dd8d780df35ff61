// RUN: lift-opt %s -p 'lift-apply{step="pack_of_unpacked at %%r" function=plain},lift-apply{step="pack_of_unpacked at %%u" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="pack_of_unpacked at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="pack_of_unpacked at %%r" function=changed}' 2>&1 | filecheck %s --check-prefix=CHANGED

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %e
lift.def @plain<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.unpack (%ys)[X] in %e {
    %p = lift.pack %ys as !lift.exists<Y upto N, !lift.array<Y, f32>>
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%e) in %es
// CHECK-NEXT: lift.yield %e
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N, M>(%es: !lift.array<N, !lift.exists<X upto M, !lift.array<X, tuple<i32, f32>>>>) -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, tuple<i32, f32>>>> {
  %r = lift.map (%e) in %es {
    %u = lift.unpack (%ys)[L] in %e {
      %p = lift.pack %ys as !lift.exists<Y upto M, !lift.array<Y, tuple<i32, f32>>>
      lift.yield %p
    }
    lift.yield %u
  }
  lift.return %r
}

// The type would say more of the length than the one it had.
// REFUSED: error[LIFT0366]: `pack_of_unpacked at %r` does not hold: the result would be !lift.exists<X upto N, !lift.array<X, f32>>, and is !lift.exists<Y upto 2 * N, !lift.array<Y, f32>>
lift.def @refused<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto 2 * N, !lift.array<X, f32>> {
  %r = lift.unpack (%ys)[X] in %e {
    %p = lift.pack %ys as !lift.exists<Y upto 2 * N, !lift.array<Y, f32>>
    lift.yield %p
  }
  lift.return %r
}

// CHANGED: error[LIFT0366]: `pack_of_unpacked at %r` does not hold: `%r = lift.unpack` is no instance of the left side of `unpack(x -> pack(x), e) = e`
lift.def @changed<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.unpack (%ys)[X] in %e {
    %g = lift.gather %ys by (i) -> (X - 1 - i)
    %p = lift.pack %g as !lift.exists<Y upto N, !lift.array<Y, f32>>
    lift.yield %p
  }
  lift.return %r
}
