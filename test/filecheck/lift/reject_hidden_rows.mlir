// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @bound_of_known_rows<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{'lift.join' has a bound, and its rows are of known length}}
  %r = lift.join %m upto N
  lift.return %zero
}

// -----

lift.def @negative_bound<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %zero: f32) -> f32 {
  // expected-error@+1 {{the bound of 'lift.join' may be negative}}
  %r = lift.join %m upto N - 5
  lift.return %zero
}

// -----

lift.def @elements_that_differ<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, !lift.array<X, f32>>>>,
                                     %zero: f32) -> f32 {
  // expected-error@+1 {{'lift.join' cannot flatten rows of hidden length whose elements differ in type}}
  %r = lift.join %m
  lift.return %zero
}

// -----

lift.def @no_bound<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<(M - X) * X, f32>>>, %zero: f32) -> f32 {
  // expected-error@+1 {{there is no bound for the length of a row of 'lift.join'}}
  %r = lift.join %m
  lift.return %zero
}

// -----

lift.def @no_bound_of_a_filter<M>(%m: !lift.exists<X upto M, !lift.array<(M - X) * X, f32>>, %k: i1, %zero: f32) -> f32 {
  // expected-error@+1 {{there is no bound for how many elements 'lift.filter' keeps}}
  %r = lift.filter (%x) in %m { lift.yield %k }
  lift.return %zero
}

// -----

lift.def @rows_without_a_table<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %zero: f32) -> f32 {
  // expected-error@+1 {{'lift.unpack' needs a value of hidden length}}
  %r = lift.unpack (%rows)[X] in %m { lift.yield %zero }
  lift.return %r
}

// -----

lift.def @table_without_rows<M>(%m: !lift.exists<X upto M, !lift.array<X, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{'lift.unpack' needs an array of rows of hidden length for a table of their lengths}}
  %r = lift.unpack (%rows)[lens[_]] in %m { lift.yield %zero }
  lift.return %r
}

// -----

lift.def @escaping_table<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>)
    -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>> {
  // expected-error@+1 {{the hidden length 'lens' escapes from 'lift.unpack'}}
  %r = lift.unpack (%rows)[lens[_]] in %m { lift.yield %rows }
  lift.return %r
}

// -----

lift.def @table_twice<N, M, lens[N]>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %zero: f32) -> f32 {
  // expected-error@+1 {{the name 'lens' is bound twice}}
  %r = lift.unpack (%rows)[lens[_]] in %m { lift.yield %zero }
  lift.return %r
}

// -----

lift.def @table_in_two_regions<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %zero: f32) -> f32 {
  %q = lift.unpack (%rows)[lens[_]] in %m { lift.yield %zero }
  // expected-error@+1 {{the name 'lens' is bound twice}}
  %r = lift.unpack (%rows)[lens[_]] in %m { lift.yield %zero }
  lift.return %r
}

// -----

lift.def @table_outside<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %zero: f32) -> i32 {
  %q = lift.unpack (%rows)[lens[_]] in %m { lift.yield %zero }
  // expected-error@+1 {{'lens' is not the name of a table here}}
  %r = lift.nat lens[0]
  lift.return %r
}

// -----

// No fact about such a table can be stated.
lift.def @may_be_empty<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %zero: f32)
    -> !lift.array<N, f32> {
  %r = lift.unpack (%rows)[lens[_]] in %m {
    %firsts = lift.map (%row)[k] in %rows {
      // expected-error@+1 {{expected: 0 lt lens[k]}}
      %x = lift.at %row[0]
      lift.yield %x
    }
    lift.yield %firsts
  }
  lift.return %r
}
