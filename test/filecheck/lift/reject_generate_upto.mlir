// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_integer<M>(%n: f32) -> f32 {
  // expected-error@+1 {{how many elements 'lift.generate' has is no integer}}
  %r = lift.generate [i : %n upto M] {
    %i = lift.nat i
    lift.yield %i
  }
  lift.return %n
}

// -----

lift.def @a_bit<M>(%n: i1) -> i1 {
  // expected-error@+1 {{how many elements 'lift.generate' has is no integer}}
  %r = lift.generate [i : %n upto M] {
    %i = lift.nat i
    lift.yield %i
  }
  lift.return %n
}

// -----

lift.def @no_bound<M>(%n: i32) -> i32 {
  // expected-error@+1 {{expected 'upto' and a bound, in 'lift.generate'}}
  %r = lift.generate [i : %n] {
    %i = lift.nat i
    lift.yield %i
  }
  lift.return %n
}

// -----

lift.def @negative_bound<M>(%n: i32) -> i32 {
  // expected-error@+1 {{a length of the result of 'lift.generate' may be negative: 'M - 2'}}
  %r = lift.generate [i : %n upto M - 2] {
    %i = lift.nat i
    lift.yield %i
  }
  lift.return %n
}

// -----

lift.def @bound_of_a_position<N>(%ns: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.map (%n)[k] in %ns {
    // expected-error@+1 {{the bound of 'lift.generate' is not known before anything runs}}
    %row = lift.generate [i : %n upto k + 1] {
      %i = lift.nat i
      lift.yield %i
    }
    lift.yield %n
  }
  lift.return %r
}

// -----

lift.def @ragged<M>(%n: i32) -> i32 {
  // expected-error@+1 {{an element of 'lift.generate' has a type that depends on i, and so would have its room}}
  %r = lift.generate [i : %n upto M] {
    %row = lift.generate [j : i] {
      %j = lift.nat j
      lift.yield %j
    }
    lift.yield %row
  }
  lift.return %n
}

// -----

// Two numbers may differ, whatever they are computed from.
lift.def @two_numbers<M>(%n: i32) -> i32 {
  %a = lift.generate [i : %n upto M] {
    %i = lift.nat i
    lift.yield %i
  }
  %b = lift.generate [j : %n upto M] {
    %j = lift.nat j
    lift.yield %j
  }
  // expected-error@+1 {{'lift.zip' is given two arrays of different hidden length}}
  %r = lift.zip %a, %b
  lift.return %n
}
