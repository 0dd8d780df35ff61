// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @types(%c: i1, %x: f32, %i: i32) -> f32 {
  // expected-error@+1 {{the regions of 'lift.if' give different types}}
  %r = lift.if %c {
    lift.yield %x
  } else {
    lift.yield %i
  }
  lift.return %r
}

// -----

lift.def @lengths<N>(%c: i1, %xs: !lift.array<N, f32>, %ys: !lift.array<2 * N, f32>) -> f32 {
  // expected-error@+1 {{the regions of 'lift.if' give different types}}
  %r = lift.if %c {
    lift.yield %xs
  } else {
    lift.yield %ys
  }
  lift.return %r
}

// -----

lift.def @condition(%c: i32, %x: f32) -> f32 {
  // expected-error@+1 {{the condition of 'lift.if' has the wrong type}}
  %r = lift.if %c {
    lift.yield %x
  } else {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @nothing_else(%c: i1, %x: f32) -> f32 {
  %r = lift.if %c {
    lift.yield %x
  }
  // expected-error@+1 {{expected 'else' and a region for where the condition does not hold, in 'lift.if'}}
  lift.return %r
}

// -----

// What the first region knows, neither the second nor what follows does.
lift.def @other<N>(%xs: !lift.array<N, f32>) -> f32 {
  %long = lift.nat if(N ge 3, 1, 0) : i1
  %r = lift.if %long {
    %a = lift.at %xs[2]
    lift.yield %a
  } else {
    // expected-error@+1 {{'lift.at' may read out of bounds}}
    %a = lift.at %xs[2]
    lift.yield %a
  }
  lift.return %r
}

// -----

lift.def @after<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  %long = lift.nat if(N ge 3, 1, 0) : i1
  %r = lift.if %long {
    %a = lift.at %xs[2]
    lift.yield %a
  } else {
    lift.yield %zero
  }
  // expected-error@+1 {{'lift.at' may read out of bounds}}
  %b = lift.at %xs[2]
  lift.return %b
}
