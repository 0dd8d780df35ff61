// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_bit<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // expected-error@+1 {{what the region yields of 'lift.group' has the wrong type}}
  %r = lift.group (%a, %b) in %xs {
    lift.yield %a
  }
  lift.return %xs
}

// -----

lift.def @one_argument<N>(%xs: !lift.array<N, i1>) -> !lift.array<N, i1> {
  // expected-error@+1 {{the region of 'lift.group' takes 2 arguments}}
  %r = lift.group (%a) in %xs {
    lift.yield %a
  }
  lift.return %xs
}

// -----

lift.def @positions<N>(%xs: !lift.array<N, i1>) -> !lift.array<N, i1> {
  // expected-error@+1 {{the region of 'lift.group' has no position}}
  %r = lift.group (%a, %b)[k] in %xs {
    lift.yield %a
  }
  lift.return %xs
}

// -----

lift.def @ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, i1>>) -> !lift.array<i : N, !lift.array<i + 1, i1>> {
  // expected-error@+1 {{'lift.group' cannot be applied where the type of an element depends on its position}}
  %r = lift.group (%a, %b) in %m {
    %x = lift.at %a[0]
    lift.yield %x
  }
  lift.return %m
}

// -----

lift.def @no_array<N>(%a: i32) -> i32 {
  // expected-error@+1 {{'lift.group' needs an array as its operand}}
  %r = lift.group (%x, %y) in %a {
    lift.yield %x
  }
  lift.return %a
}

// -----

// How long a row is, is not known: none is empty, but that is not in the type.
lift.def @first<N>(%xs: !lift.array<N, i1>) -> i32 {
  %groups = lift.group (%a, %b) in %xs {
    lift.yield %a
  }
  %r = lift.map (%row) in %groups {
    // expected-error@+1 {{'lift.at' may read out of bounds}}
    %x = lift.at %row[0]
    lift.yield %x
  }
  %n = lift.length %r
  lift.return %n
}
