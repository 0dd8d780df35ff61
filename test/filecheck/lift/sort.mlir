// RUN: lift-opt %s | lift-opt | filecheck %s
// RUN: lift-opt %s --print-op-generic | lift-opt | filecheck %s

// CHECK-LABEL: lift.def @numbers
lift.def @numbers<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: %up = lift.sort %xs : !lift.array<N, f32>
  %up = lift.sort %xs
  // CHECK-NEXT: %down = lift.sort descending %up : !lift.array<N, f32>
  %down = lift.sort descending %up
  // A region that gives its element back stays, for the name in it.
  // CHECK-NEXT: %same = lift.sort (%x) in %down : !lift.array<N, f32> {
  // CHECK-NEXT:   lift.yield %x : f32
  %same = lift.sort (%x) in %down {
    lift.yield %x
  }
  lift.return %same
}

// CHECK-LABEL: lift.def @by_key
lift.def @by_key<N>(%xs: !lift.array<N, tuple<f32, ui8>>) -> !lift.array<N, tuple<f32, ui8>> {
  // CHECK-NEXT: %r = lift.sort descending (%x) in %xs : !lift.array<N, tuple<f32, ui8>> {
  %r = lift.sort descending (%x) in %xs {
    %k = lift.get %x[1]
    lift.yield %k
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @by_parts
lift.def @by_parts<N>(%xs: !lift.array<N, tuple<f32, tuple<i1, index>>>) -> !lift.array<N, tuple<f32, tuple<i1, index>>> {
  // CHECK-NEXT: %r = lift.sort %xs
  %r = lift.sort %xs
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> where [M ge 1] {
  // CHECK-NEXT: %r = lift.sort (%xs) in %xss : !lift.array<N, !lift.array<M, i32>> {
  %r = lift.sort (%xs) in %xss {
    %k = lift.at %xs[0]
    lift.yield %k
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i64>>) -> !lift.exists<X upto N, !lift.array<X, tuple<i64, i64>>> {
  // CHECK-NEXT: %up = lift.sort %e : !lift.exists<X upto N, !lift.array<X, i64>>
  %up = lift.sort %e
  // It has the length of what it sorts.
  %r = lift.zip %e, %up
  lift.return %r
}
