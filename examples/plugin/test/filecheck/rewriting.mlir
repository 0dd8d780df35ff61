// RUN: lift-opt %s -p 'lift-apply{step="map_of_interleave at %%r" function=both}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_interleave at %%r" function=numbered}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: lift-opt %s -p 'lift-apply{step="maps_first" function=both}' | filecheck %s
// RUN: lift-opt %s -p extra-maps-first | filecheck %s
// RUN: lift-opt %s -p 'lift-matches{family=extra}' 2>&1 | filecheck %s --check-prefix=MATCHES

// CHECK-LABEL: lift.def @both
// CHECK:      %[[A:.*]] = lift.map (%x) in %xs
// CHECK:      %[[B:.*]] = lift.map (%{{.*}}) in %ys
// CHECK:      extra.interleave %[[A]], %[[B]]
// CHECK-NEXT: lift.return
// MATCHES: remark: map_of_interleave at %r
lift.def @both<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  %both = extra.interleave %xs, %ys
  %r = lift.map (%x) in %both {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_of_interleave at %r` does not hold: the function asks for its position
lift.def @numbered<N>(%xs: !lift.array<N, i32>, %ys: !lift.array<N, i32>) -> !lift.array<2 * N, i32> {
  %both = extra.interleave %xs, %ys
  %r = lift.map (%x)[k] in %both {
    %i = lift.nat k : i32
    %y = arith.addi %x, %i : i32
    lift.yield %y : i32
  }
  lift.return %r
}
