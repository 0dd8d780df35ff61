// RUN: lift-opt %s -p 'lift-apply{step="map_of_get_over_zip at %%r" function=second},lift-apply{step="map_of_get_over_zip at %%r" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_get_over_zip at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @second
// CHECK-NEXT: lift.return %y
lift.def @second<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = lift.zip %x, %y
  %r = lift.map (%p)[k] in %z {
    %e = lift.get %p[1]
    lift.yield %e
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: lift.return %x
lift.def @rows<N>(%x: !lift.array<i : N, !lift.array<i + 1, f32>>, %y: !lift.array<N, i32>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  %z = lift.zip %x, %y
  %r = lift.map (%p) in %z {
    %e = lift.get %p[0]
    lift.yield %e
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_of_get_over_zip at %r` does not hold: `%r = lift.map` is no instance of the left side of `map(p -> get(i, p), zip(a0, a1, ..)) = ai`
lift.def @refused<N>(%xy: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, i32> {
  %r = lift.map (%p) in %xy {
    %e = lift.get %p[1]
    lift.yield %e
  }
  lift.return %r
}
