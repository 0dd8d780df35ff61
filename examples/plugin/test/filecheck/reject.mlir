// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @lengths<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N + 1, f32>) -> f32 {
  // expected-error@below {{'extra.interleave' needs arrays of one length}}
  %r = extra.interleave %xs, %ys
  lift.return %r
}

// -----

lift.def @types<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, i32>) -> f32 {
  // expected-error@below {{an element of 'extra.interleave' has the wrong type}}
  %r = extra.interleave %xs, %ys
  lift.return %r
}

// -----

lift.def @dependent<N>(%xs: !lift.array<i : N, !lift.array<i, f32>>) -> f32 {
  // expected-error@below {{neighbours come from different arrays}}
  %r = extra.interleave %xs, %xs
  lift.return %r
}

// -----

lift.def @arrays<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@below {{'extra.unfold' needs a value that is not an array}}
  %r = extra.unfold 3 (%ys) from %xs { lift.yield %ys }
  lift.return %r
}

// -----

lift.def @negative<N>(%x: f32) -> f32 {
  // expected-error@below {{a length of the result of 'extra.unfold' may be negative}}
  %r = extra.unfold N - 2 (%y) from %x { lift.yield %y }
  lift.return %r
}

// -----

lift.def @yields(%x: f32, %i: i32) -> f32 {
  // expected-error@below {{what the region yields of 'extra.unfold' has the wrong type}}
  %r = extra.unfold 3 (%y) from %x { lift.yield %i }
  lift.return %r
}

// -----

lift.def @unknown<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@below {{there is no op 'extra.interleaf'}}
  %r = extra.interleaf %xs, %xs
  lift.return %r
}
