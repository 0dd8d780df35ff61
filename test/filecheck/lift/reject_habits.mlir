// RUN: lift-opt %s --split-input-file --verify-diagnostics

// What one writes who comes from other languages is answered with how it is written here.

// expected-error@+1 {{a comment begins with //}}
# a comment

// -----

// expected-error@+1 {{a remainder is written mod: N mod 4}}
lift.def @remainder<N>(%xs: !lift.array<N, f32>) -> f32 where [N % 4 eq 0] {
}

// -----

// expected-error@+1 {{a division is written floordiv or ceildiv: N floordiv 4}}
lift.def @division<N>(%xs: !lift.array<N / 2, f32>) -> f32 {
}

// -----

// expected-error@+1 {{'[' expected around the facts of a where, as in where [N gt 2, N mod 4 eq 0]}}
lift.def @facts<N>(%xs: !lift.array<N, f32>) -> f32 where N ge 2 {
}

// -----

// expected-error@+1 {{an array is !lift.array<N, f32>, one of arrays !lift.array<N, !lift.array<M, f32>>}}
lift.def @matrix<N, M>(%xs: !lift.array<N, M, f32>) -> f32 {
}

// -----

// expected-error@+1 {{an array is written !lift.array<N, f32>: how many elements, and their type}}
lift.def @other_order<N>(%xs: !lift.array<f32, N>) -> f32 {
}

// -----

lift.def @integers<N>(%x: f32) -> f32 {
  // expected-error@+1 {{'arith.muli' does not take f32}}
  %y = arith.muli %x, %x : f32
  lift.return %y
}

// -----

lift.def @no_type<N>(%x: f32) -> f32 {
  // expected-error@+2 {{write the type, which ops of arith and math need: arith.negf .. : f32}}
  %y = arith.negf %x
  lift.return %y
}

// -----

lift.def @empty_chunks<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{an expression has no value: the divisor 0 is less than 1}}
  %y = lift.split 0 %xs
  lift.return %y
}

// -----

lift.def @two_arguments<N>(%xs: !lift.array<N, tuple<f32, f32>>) -> f32 {
  // expected-error@+1 {{take the parts of a tuple in the region, with lift.get}}
  %y = lift.map (%a, %b) in %xs { lift.yield %a }
  lift.return %y
}
