// RUN: lift-opt %s -p lift-insert-packs --split-input-file --verify-diagnostics | filecheck %s

// The examples of the paper on existential types in Lift: filter, map, zip and derive.

// Nothing asks for the length: the value is returned as it is.
// CHECK-LABEL: lift.def @filter
// CHECK-NOT: lift.unpack
// CHECK-NOT: lift.pack
// CHECK: lift.return %r : !lift.exists<X upto N, !lift.array<X, f32>>
lift.def @filter<N>(%xs: !lift.array<N, f32>, %half: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
  lift.return %r
}

// -----

// Each row has a length of its own, and nothing asks for it.
// CHECK-LABEL: lift.def @map
// CHECK-NOT: lift.unpack
// CHECK: lift.yield %zs : !lift.exists<X upto N, !lift.array<X, f32>>
// CHECK-NOT: lift.pack
// CHECK: lift.return %r : !lift.array<M, !lift.exists<X upto N, !lift.array<X, f32>>>
lift.def @map<N, M>(%ys: !lift.array<M, !lift.array<N, f32>>, %half: f32)
    -> !lift.array<M, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %r = lift.map (%xs) in %ys {
    %zs = lift.filter (%x) in %xs { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
    lift.yield %zs
  }
  lift.return %r
}

// -----

// Two rows have two lengths.
lift.def @zip<N, M>(%ys: !lift.array<M + 1, !lift.array<N, f32>>, %half: f32)
    -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %zs = lift.map (%xs) in %ys {
    %kept = lift.filter (%x) in %xs { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
    lift.yield %kept
  }
  %a = lift.at %zs[0]
  %b = lift.at %zs[M]
  // expected-error@+1 {{'lift.zip' is given two arrays of different hidden length}}
  %r = lift.zip %a, %b
  lift.return %r
}

// -----

// What is derived from one array has one length, and the result hides it again.
// CHECK-LABEL: lift.def @derive
// CHECK:      %kept = lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> {
// CHECK:      %r = lift.unpack (%kept_1)[X] in %kept : !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
// CHECK-NEXT:   %ys = lift.map (%x_1) in %kept_1 : !lift.array<X, f32> {
// CHECK:        %r_1 = lift.zip %ys, %kept_1 : !lift.array<X, tuple<f32, f32>>
// CHECK-NEXT:   %r_2 = lift.pack %r_1 as !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>>
// CHECK-NEXT:   lift.yield %r_2 : !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>>
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r : !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>>
lift.def @derive<N>(%xs: !lift.array<N, f32>, %half: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
  %ys = lift.map (%x) in %kept { %y = arith.mulf %x, %half : f32 lift.yield %y }
  %r = lift.zip %ys, %kept
  lift.return %r
}
