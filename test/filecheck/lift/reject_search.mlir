// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_bit<N>(%xs: !lift.array<N, i32>) -> i32 {
  // expected-error@+1 {{what the region yields of 'lift.search' has the wrong type}}
  %r = lift.search (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @no_array<N>(%a: i32) -> i32 {
  // expected-error@+1 {{'lift.search' needs an array as its operand}}
  %r = lift.search (%x) in %a {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @positions<N>(%xs: !lift.array<N, i32>, %key: i32) -> i32 {
  // expected-error@+1 {{the region of 'lift.search' has no position}}
  %r = lift.search (%x)[k] in %xs {
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}

// -----

lift.def @ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>, %key: i32) -> i32 {
  // expected-error@+1 {{'lift.search' cannot be applied where the type of an element depends on its position: which elements are looked at}}
  %r = lift.search (%row) in %m {
    %x = lift.at %row[0]
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}

// -----

lift.def @two_arguments<N>(%xs: !lift.array<N, i32>, %key: i32) -> i32 {
  // expected-error@+1 {{the region of 'lift.search' takes 1 argument}}
  %r = lift.search (%x, %y) in %xs {
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}

// -----

lift.def @wide<N>(%xs: !lift.array<N, i32>, %key: i32) -> i64 {
  // expected-error@+1 {{the type written for 'lift.search' is not the type it has}}
  %r = lift.search (%x) in %xs : i64 {
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}
