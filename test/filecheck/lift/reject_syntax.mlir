// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{there is no op 'lift.mapp'}}
lift.mapp (%x) in %xs

// -----

lift.def @nat<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{expected a number, a name, a call or '(', found '%xs'}}
  %r = lift.split %xs
  lift.return %r
}

// -----

// expected-error@+1 {{expected a comparison}}
lift.def @fact<N>(%x: f32) -> f32 where [N] {
  lift.return %x
}

// -----

lift.def @mode<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{expected one of 'clamp', 'constant', 'mirror', 'wrap'}}
  %r = lift.pad reflect 1, 1 %xs
  lift.return %r
}

// -----

lift.def @from<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{expected 'from' and the first value, in 'lift.reduce'}}
  %r = lift.reduce (%acc, %x) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

// expected-error@+1 {{the number is larger than 2^63 - 1}}
lift.def @large(%xs: !lift.array<99999999999999999999, f32>) -> f32 {
  lift.return %xs
}

// -----

// expected-error@+1 {{the divisor 0 is less than 1}}
lift.def @zero<N>(%xs: !lift.array<N floordiv 0, f32>) -> f32 {
  lift.return %xs
}

// -----

lift.def @too_many_bits(%x: f32) -> f32 {
  // expected-error@+1 {{there are no numbers of type f80}}
  %c = arith.constant 0.0 : f80
  lift.return %x
}
