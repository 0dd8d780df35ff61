// RUN: LIFT_ROUNDTRIP

// An existential value is given to patterns as it is; where its length survives, the result hides it again.
// CHECK-LABEL: lift.def @implicit
lift.def @implicit<N>(%xs: !lift.array<N, f32>, %half: f32) -> !lift.exists<X upto N, !lift.array<X + 2, f32>> {
  %a = lift.filter (%x) in %xs {
    %keep = arith.cmpf olt, %x, %half : f32
    lift.yield %keep : i1
  }
  // CHECK: %b = lift.map (%x_1) in %a : !lift.exists<X upto N, !lift.array<X, f32>> {
  %b = lift.map (%x) in %a {
    lift.yield %x
  }
  // Both come from one filter, so they have one length.
  // CHECK: lift.zip %b, %a : !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>>
  %c = lift.zip %b, %a
  // CHECK-NEXT: lift.unzip %c : !lift.exists<X upto N, tuple<!lift.array<X, f32>, !lift.array<X, f32>>>
  %d = lift.unzip %c
  // CHECK-NEXT: lift.get %d[1] : !lift.exists<X upto N, !lift.array<X, f32>>
  %e = lift.get %d[1]
  // CHECK-NEXT: lift.zip %e, %a : !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>>
  %f = lift.zip %e, %a
  // CHECK-NEXT: lift.concat %a, %xs : !lift.exists<X upto N, !lift.array<N + X, f32>>
  %g = lift.concat %a, %xs
  // CHECK-NEXT: lift.length %a : i32
  %h = lift.length %a
  // CHECK-NEXT: lift.reduce (%acc, %x_2) in %a from %half : f32 {
  %i = lift.reduce (%acc, %x) in %a from %half {
    lift.yield %x
  }
  // A filter of a filter hides a new length, bounded by the old bound.
  // CHECK: lift.filter (%x_3) in %a : !lift.exists<X upto N, !lift.array<X, f32>> {
  %j = lift.filter (%x) in %a {
    %keep = arith.cmpf olt, %x, %half : f32
    lift.yield %keep : i1
  }
  // CHECK: lift.pad constant %half 1, 1 %a : !lift.exists<X upto N, !lift.array<X + 2, f32>>
  %k = lift.pad constant %half 1, 1 %a
  lift.return %k
}

// A tuple keeps the length of each of its parts.
// CHECK-LABEL: lift.def @through_tuples
lift.def @through_tuples<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>, %a: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  // CHECK-NEXT: lift.tuple %a, %e : tuple<f32, !lift.exists<X upto N, !lift.array<X, f32>>>
  %t = lift.tuple %a, %e
  %g = lift.get %t[1]
  // CHECK: lift.zip %g, %e
  %z = lift.zip %g, %e
  lift.return %z
}

// CHECK-LABEL: lift.def @explicit
lift.def @explicit<N>(%a: !lift.exists<X upto N, !lift.array<X, f32>>, %b: !lift.exists<Y upto N, !lift.array<Y, f32>>) -> !lift.exists<Z upto 2 * N, !lift.array<Z, f32>> {
  // CHECK-NEXT: lift.unpack (%x)[X] in %a : !lift.exists<Z upto 2 * N, !lift.array<Z, f32>> {
  %r = lift.unpack (%x)[X] in %a {
    // CHECK-NEXT: lift.unpack (%y)[Y] in %b : !lift.exists<Z upto 2 * N, !lift.array<Z, f32>> {
    %s = lift.unpack (%y)[Y] in %b {
      // CHECK-NEXT: lift.concat %x, %y : !lift.array<X + Y, f32>
      %c = lift.concat %x, %y
      // CHECK-NEXT: lift.pack %c as !lift.exists<Z upto 2 * N, !lift.array<Z, f32>>
      %p = lift.pack %c as !lift.exists<Z upto 2 * N, !lift.array<Z, f32>>
      lift.yield %p
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %half: f32) -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>> {
  // CHECK-NEXT: lift.map (%row) in %m : !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>> {
  %r = lift.map (%row) in %m {
    %big = lift.filter (%x) in %row {
      %keep = arith.cmpf ogt, %x, %half : f32
      lift.yield %keep
    }
    lift.yield %big
  }
  lift.return %r
}

// A length of at most 0 shows nowhere, and is not the one that does.
// CHECK-LABEL: lift.def @nothing
lift.def @nothing<M>(%xs: !lift.array<0, !lift.array<M, f32>>) -> !lift.exists<X upto 0, !lift.array<0, !lift.array<M, f32>>> {
  // CHECK-NEXT: lift.pack %xs as !lift.exists<X upto 0, !lift.array<0, !lift.array<M, f32>>>
  %r = lift.pack %xs as !lift.exists<X upto 0, !lift.array<0, !lift.array<M, f32>>>
  lift.return %r
}
