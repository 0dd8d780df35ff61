// RUN: lift-opt %s --split-input-file --verify-diagnostics
// RUN: not lift-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: error[LIFT0025]: 'lift.update' needs an index for each element
// CHECK-NEXT: %r = lift.update (%old, %x) in %xs at %is into %before {
// CHECK-NEXT: ^^^^^^^^^^^
// CHECK-NEXT: expected: a length of N, as %xs has
// CHECK-NEXT: found:    a length of M for %is
// CHECK-NEXT: fix:      add `where [M eq N]` to the lift.def
lift.def @lengths<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<M, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  // expected-error@below {{'lift.update' needs an index for each element}}
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}

// -----

// CHECK: error[LIFT0030]: an index of 'lift.update' is not an integer
// CHECK: expected: an array of an integer type, such as i32
// CHECK-NEXT: found: !lift.array<N, ui8>
// CHECK-NEXT: fix: use lift.convert to i32
lift.def @unsigned<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, ui8>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  // expected-error@below {{an index of 'lift.update' is not an integer}}
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @indices<N, M>(%xs: !lift.array<N, i32>, %is: i32, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  // expected-error@below {{'lift.update' needs an array as its indices}}
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}

// -----

// CHECK: error[LIFT0020]: 'lift.update' updates scalars, vectors and tuples of them
// CHECK: found: !lift.array<3, i32>
// CHECK-NEXT: fix: join the rows, and update one element of a row at a time
lift.def @rows<N, M>(%xs: !lift.array<N, !lift.array<3, i32>>, %is: !lift.array<N, i32>, %before: !lift.array<M, !lift.array<3, i32>>)
    -> !lift.array<M, !lift.array<3, i32>> {
  // expected-error@below {{'lift.update' updates scalars, vectors and tuples of them}}
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @dependent<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<i : M, !lift.array<i, i32>>) -> i32 {
  // expected-error@below {{'lift.update' cannot be applied where the type of an element depends on its position}}
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %old
  }
  lift.return %r
}

// -----

lift.def @yields<N, M>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  // expected-error@below {{what the region yields of 'lift.update' has the wrong type}}
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}

// -----

// What is updated has a length of its own.
lift.def @hidden<N>(%xs: !lift.array<N, i32>, %before: !lift.exists<X upto N, !lift.array<X, i32>>) -> i32 {
  // expected-error@below {{'lift.update' needs an array as what is updated}}
  %r = lift.update (%old, %x) in %xs at %xs into %before {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @no_target<N>(%xs: !lift.array<N, i32>) -> i32 {
  // expected-error@below {{and the array that is updated, in 'lift.update'}}
  %r = lift.update (%old, %x) in %xs at %xs {
    lift.yield %x
  }
  lift.return %r
}
