// RUN: lift-opt %s -p 'lift-apply{step="scan_of_exclusive at %%r" function=known},lift-apply{step="scan_of_exclusive at %%r" function=total},lift-apply{step="scan_of_exclusive at %%r" function=opened}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="scan_of_exclusive at %%r" function=inclusive}' 2>&1 | filecheck %s --check-prefix=INCLUSIVE
// RUN: not lift-opt %s -p 'lift-apply{step="scan_of_exclusive at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_chunks n=4 at %%r" function=known}' 2>&1 | filecheck %s --check-prefix=CHUNKS
// RUN: not lift-opt %s -p 'lift-apply{step="scan_to_seq at %%r" function=known}' 2>&1 | filecheck %s --check-prefix=SEQ
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=fours}' 2>&1 | filecheck %s --check-prefix=VECTORS

// CHUNKS: error[LIFT0366]: `scan_in_chunks n=4 at %r` does not hold: the scan is exclusive
// SEQ: error[LIFT0366]: `scan_to_seq at %r` does not hold

// CHECK-LABEL: lift.def @known
// CHECK-NEXT: %slice = lift.slice %xs from 0 size N - 1
// CHECK-NEXT: %begin = lift.generate [i : 1]
// CHECK-NEXT:   lift.yield %a
// CHECK-NEXT: }
// CHECK-NEXT: %ends = lift.scan (%acc, %x)[k] in %slice from %a
// CHECK-NEXT:   %i = lift.nat k
// CHECK-NEXT:   %s = arith.addi %acc, %i
// CHECK-NEXT:   lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.concat %begin, %ends
// CHECK-NEXT: lift.return %r
lift.def @known<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan exclusive (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k
    %s = arith.addi %acc, %i : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @total
// CHECK-NEXT: %begin = lift.generate [i : 1]
// CHECK-NEXT:   lift.yield %a
// CHECK-NEXT: }
// CHECK-NEXT: %ends = lift.scan ordered (%acc, %x) in %xs from %a
// CHECK:      %r = lift.concat %begin, %ends
// CHECK-NEXT: lift.return %r
lift.def @total<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N + 1, f32> {
  %r = lift.scan ordered exclusive with total (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// What is opened may have no element.
// CHECK-LABEL: lift.def @opened
// CHECK:      %slice = lift.slice %xs from 0 size X - min(X, 1)
// CHECK-NEXT: %begin = lift.generate [i : min(X, 1)]
lift.def @opened<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %a: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %u = lift.unpack (%xs)[X] in %e {
    %r = lift.scan exclusive (%acc, %x) in %xs from %a {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %p = lift.pack %r as !lift.exists<X upto N, !lift.array<X, i32>>
    lift.yield %p
  }
  lift.return %u
}

// INCLUSIVE: error[LIFT0366]: `scan_of_exclusive at %r` does not hold: `%r = lift.scan` is no instance
lift.def @inclusive<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `scan_of_exclusive at %r` does not hold: the length is hidden
lift.def @hidden<N>(%xs: !lift.exists<X upto N, !lift.array<X, i32>>, %a: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.scan exclusive (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// VECTORS: error[LIFT0366]: `scan_in_vectors w=4 at %r` does not hold: the scan is exclusive
lift.def @fours<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> !lift.array<4 * N, i32> {
  %r = lift.scan exclusive (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
