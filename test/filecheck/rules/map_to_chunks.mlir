// RUN: lift-opt %s -p 'lift-apply{step="map_to_chunks c=4 at %%ys" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_chunks c=4 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK:      %split = lift.split 4 %xs
// CHECK-NEXT: %ys_n = ocl.map_wrg<0> (%x_n)[i] in %split
// CHECK-NEXT: %ys = ocl.map_seq (%x)[k] in %x_n
// CHECK-NEXT: lift.nat 4 * i + k
// CHECK:      %join = lift.join %ys_n
lift.def @holds<N>(%xs: !lift.array<4 * N, i32>) -> !lift.array<4 * N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

lift.def @rows<N, M>(%m: !lift.array<4 * N, !lift.array<M, f32>>) -> !lift.array<4 * N, f32> {
  %zero = arith.constant 0.0 : f32
  %ys = lift.map (%row) in %m {
    %y = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %y
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `map_to_chunks c=4 at %ys` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
