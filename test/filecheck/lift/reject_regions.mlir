// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @empty<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{the region of 'lift.map' does not end in lift.yield}}
  %r = lift.map (%x) in %xs {
  }
  lift.return %r
}

// -----

lift.def @wrong_end<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{the region of 'lift.map' does not end in lift.yield}}
  %r = lift.map (%x) in %xs {
    lift.return %x
  }
  lift.return %r
}

// -----

// expected-error@+1 {{the body of @yields does not end in lift.return}}
lift.def @yields(%x: f32) -> f32 {
  lift.yield %x
}

// -----

lift.def @one_argument<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  // expected-error@+1 {{the region of 'lift.reduce' takes 2 arguments}}
  %r = lift.reduce (%x) in %xs from %zero {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @argument_type<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f64> {
  // expected-error@+1 {{the region of 'lift.map' takes the wrong arguments}}
  %r = "lift.map"(%xs) ({
  ^bb0(%x: f64):
    lift.yield %x : f64
  }) : (!lift.array<N, f32>) -> !lift.array<N, f64>
  lift.return %r
}

// -----

lift.def @accumulator<N>(%xs: !lift.array<N, f64>, %zero: f32) -> f32 {
  // expected-error@+1 {{what the region yields, the next accumulator of 'lift.reduce' has the wrong type}}
  %r = lift.reduce (%acc, %x) in %xs from %zero {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @keep<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  // expected-error@+1 {{what the region yields of 'lift.filter' has the wrong type}}
  %r = lift.filter (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @keep_two_values<N>(%xs: !lift.array<N, i32>, %k: i1) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  // expected-error@+1 {{expected: i1, or a tuple of an i1 and the value that is kept}}
  %r = lift.filter (%x) in %xs {
    %t = lift.tuple %k, %x, %x
    lift.yield %t
  }
  lift.return %r
}

// -----

lift.def @keep_what_depends_on_its_position<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %k: i1, %zero: f32)
    -> f32 {
  // expected-error@+1 {{the value that 'lift.filter' keeps has a type that depends on k}}
  %r = lift.filter (%row)[k] in %m {
    %t = lift.tuple %k, %row
    lift.yield %t
  }
  lift.return %zero
}

// -----

lift.def @keep_what_depends_on_no_name<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %k: i1, %zero: f32) -> f32 {
  // expected-error@+1 {{the value that 'lift.filter' keeps has a type that depends on}}
  %r = lift.filter (%row) in %m {
    %t = lift.tuple %k, %row
    lift.yield %t
  }
  lift.return %zero
}

// -----

lift.def @ordered<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  // expected-error@+1 {{'lift.reduce' is ordered, so it is neither regrouped nor reordered}}
  %r = lift.reduce associative ordered (%acc, %x) in %xs from %zero {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @commutative<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  // expected-error@+1 {{'lift.reduce' can only be reordered where it may be regrouped}}
  %r = lift.reduce commutative (%acc, %x) in %xs from %zero {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @associative<N>(%xs: !lift.array<N, f64>, %zero: f32) -> f32 {
  // expected-error@+1 {{needs one type for the accumulator and the elements}}
  %r = lift.reduce associative (%acc, %x) in %xs from %zero {
    lift.yield %acc
  }
  lift.return %r
}

// -----

lift.def @iterate<N, M>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{the length after M iterations of 'lift.iterate' cannot be derived}}
  %r = lift.iterate M (%t)[n] in %xs {
    %u = lift.gather %t size n * n by (i) -> (i mod n)
    lift.yield %u
  }
  lift.return %r
}

// -----

lift.def @iterate_element<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{may change the length of its array, not the type of its elements}}
  %r = lift.iterate 2 (%t)[n] in %xs {
    %u = lift.zip %t, %t
    lift.yield %u
  }
  lift.return %r
}

// -----

// What an iteration needs is said in terms of the sizes.
lift.def @iterate_halves<N, K>(%xs: !lift.array<N, f32>) -> f32 {
  %r = lift.iterate K (%t)[n] in %xs {
    // expected-error@+1 {{add `where [N mod pow(2, K) eq 0]` to the lift.def}}
    %two = lift.split 2 %t
    %u = lift.map (%p) in %two {
      %x = lift.at %p[0]
      lift.yield %x
    }
    lift.yield %u
  }
  lift.return %r
}

// -----

// An iteration in which it is false is named.
lift.def @iterate_odd<N, K>(%xs: !lift.array<2 * N + 1, f32>) -> f32 {
  %r = lift.iterate K (%t)[n] in %xs {
    // expected-error@+1 {{none: n mod 2 eq 0 is false in iteration 1, where n is 2 * N + 1}}
    %two = lift.split 2 %t
    %u = lift.map (%p) in %two {
      %x = lift.at %p[0]
      lift.yield %x
    }
    lift.yield %u
  }
  lift.return %r
}

// -----

// One iteration more than there are powers.
lift.def @iterate_once_more<D>(%xs: !lift.array<pow(2, D), f32>) -> f32 {
  %r = lift.iterate D + 1 (%t)[n] in %xs {
    // expected-error@+1 {{none: n mod 2 eq 0 is false in iteration D + 1, where n is 1}}
    %two = lift.split 2 %t
    %u = lift.map (%p) in %two {
      %x = lift.at %p[0]
      lift.yield %x
    }
    lift.yield %u
  }
  lift.return %r
}

// -----

lift.def @iterate_shrinks<N, K>(%xs: !lift.array<N + 2 * K, f32>) -> f32 {
  // expected-error@+1 {{add `where [2 * K le N]` to the lift.def}}
  %r = lift.iterate K (%t)[n] in %xs {
    %w = lift.slide 5 by 1 %t
    %u = lift.map (%p) in %w {
      %x = lift.at %p[0]
      lift.yield %x
    }
    lift.yield %u
  }
  lift.return %r
}

// -----

lift.def @iterate_windows<N, K>(%xs: !lift.array<N + 2 * K, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    // expected-error@+1 {{add `where [N ge 2]` to the lift.def}}
    %w = lift.slide 5 by 1 %t
    %u = lift.slice %t from 2 size n - 2
    lift.yield %u
  }
  lift.return %r
}

// -----

lift.def @iterate_bounds<N, K>(%xs: !lift.array<N, f32>) -> !lift.array<N + K, f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    // expected-error@+1 {{use fewer iterations, or a region for which i lt n is known in each}}
    %u = lift.gather %t size n + 1 by (i) -> (i)
    lift.yield %u
  }
  lift.return %r
}

// -----

// That four times a half is twice as much is not known where the length may be odd.
lift.def @iterate_guess<N, K>(%xs: !lift.array<N, f32>) -> !lift.array<N * pow(2, K), f32> {
  // expected-error@+1 {{the length after K iterations of 'lift.iterate' cannot be derived}}
  %r = lift.iterate K (%t)[n] in %xs {
    %u = lift.gather %t size 4 * (n floordiv 2) by (i) -> (i floordiv 2)
    lift.yield %u
  }
  lift.return %r
}

// -----

// Neither few iterations nor a form for the length.
lift.def @iterate_many<N>(%xs: !lift.array<2, f32>) -> f32 {
  %r = lift.iterate 130 (%t)[n] in %xs {
    // expected-error@+1 {{use fewer iterations, or a region for which n mod 2 eq 0 is known in each}}
    %two = lift.split 2 %t
    %u = lift.gather %t size n + 2 + n mod 2 by (i) -> (i floordiv 4)
    lift.yield %u
  }
  lift.return %r
}

// -----

// The third iteration has an odd length.
lift.def @iterate_iterations(%xs: !lift.array<12, f32>) -> !lift.array<1, f32> {
  %r = lift.iterate 3 (%t)[n] in %xs {
    // expected-error@+1 {{none: n mod 2 eq 0 is false in iteration 3, where n is 3}}
    %two = lift.split 2 %t
    %u = lift.map (%p) in %two {
      %x = lift.at %p[0]
      lift.yield %x
    }
    lift.yield %u
  }
  lift.return %r
}

// -----

lift.def @scalar_code(%a: f32) -> f32 {
  // expected-error@+1 {{'arith.addf' is not valid}}
  %c = "arith.addf"(%a, %a) : (f32, f32) -> f64
  lift.return %a
}

// -----

lift.def @iterate_state(%a: f32, %i: i32) -> tuple<f32, i32> {
  %s = lift.tuple %a, %i
  // expected-error@+1 {{what the region yields, the next state}}
  %r = lift.iterate 2 (%t) in %s {
    %b = lift.get %t[0]
    %j = lift.get %t[1]
    %u = lift.tuple %j, %b
    lift.yield %u
  }
  lift.return %r
}

// -----

// Only an array has a length that could have a name.
lift.def @iterate_length(%a: f32) -> f32 {
  // expected-error@+1 {{'lift.iterate' needs an array}}
  %r = lift.iterate 2 (%t)[n] in %a {
    lift.yield %t
  }
  lift.return %r
}

// -----

lift.def @iterate_condition(%a: f32) -> f32 {
  // expected-error@+1 {{the condition of 'lift.iterate' has the wrong type}}
  %r = lift.iterate upto 2 (%s) in %a while {
    lift.yield %s
  } do {
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @iterate_changes<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %go = arith.constant true
  // expected-error@+1 {{what the region yields, the next state of 'lift.iterate' has the wrong type}}
  %r = lift.iterate upto 2 (%s) in %xs while {
    lift.yield %go
  } do {
    %t = lift.concat %s, %s
    lift.yield %t
  }
  lift.return %r
}

// -----

lift.def @iterate_named<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %go = arith.constant true
  // expected-error@+1 {{leave [n] out}}
  %r = lift.iterate upto 2 (%s)[n] in %xs while {
    lift.yield %go
  } do {
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @iterate_without_condition(%a: f32) -> f32 {
  // expected-error@+1 {{expected 'while' and a condition, in 'lift.iterate upto'}}
  %r = lift.iterate upto 2 (%s) in %a {
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @iterate_negative<N>(%a: f32) -> f32 {
  %go = arith.constant true
  // expected-error@+1 {{the number of iterations of 'lift.iterate' may be negative}}
  %r = lift.iterate upto N - 2 (%s) in %a while {
    lift.yield %go
  } do {
    lift.yield %s
  }
  lift.return %r
}
