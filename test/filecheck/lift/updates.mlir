// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @histogram
lift.def @histogram<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  // CHECK-NEXT: %r = lift.update (%old, %x) in %xs at %is into %before : !lift.array<M, i32> {
  %r = lift.update (%old, %x) in %xs at %is into %before {
    // CHECK-NEXT: %s = arith.addi %old, %x : i32
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// Rows of different length, with a position; what is updated are tuples, and they stay in order.
// CHECK-LABEL: lift.def @rows
lift.def @rows<N, M>(%rows: !lift.array<i : N, !lift.array<i + 1, f32>>, %is: !lift.array<N, i64>,
                     %before: !lift.array<M, tuple<f32, i32>>) -> !lift.array<M, tuple<f32, i32>> {
  // CHECK-NEXT: %r = lift.update ordered (%old, %row)[k] in %rows at %is into %before : !lift.array<M, tuple<f32, i32>> {
  %r = lift.update ordered (%old, %row)[k] in %rows at %is into %before {
    %sum = lift.get %old[0]
    %last = lift.at %row[k]
    %s = arith.addf %sum, %last : f32
    %i = lift.nat k
    %t = lift.tuple %s, %i
    lift.yield %t
  }
  lift.return %r
}

// The elements and their indices may have one hidden length, which does not show in the result.
// CHECK-LABEL: lift.def @hidden
lift.def @hidden<N, M>(%xs: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %zero : i32
    lift.yield %k
  }
  // CHECK: %r = lift.update (%old, %{{.*}}) in %kept at %kept into %before : !lift.array<M, i32> {
  %r = lift.update (%old, %x) in %kept at %kept into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}
