// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_order<N>(%xs: !lift.array<N, vector<4xf32>>) -> !lift.array<N, vector<4xf32>> {
  // expected-error@+1 {{LIFT0024}}
  %r = lift.sort %xs
  lift.return %r
}

// -----

lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  // expected-error@+1 {{there is no order of the keys of 'lift.sort'}}
  %r = lift.sort %xss
  lift.return %r
}

// -----

lift.def @rows_in_tuples<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0 : i32
  // expected-error@+1 {{there is no order of the keys of 'lift.sort'}}
  %r = lift.sort (%xs) in %xss {
    %k = lift.tuple %zero, %xs
    lift.yield %k
  }
  lift.return %r
}

// -----

lift.def @no_array(%a: i32) -> i32 {
  // expected-error@+1 {{'lift.sort' needs an array as its operand}}
  %r = lift.sort %a
  lift.return %r
}

// -----

lift.def @ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  // expected-error@+1 {{'lift.sort' cannot be applied where the type of an element depends on its position: an element may get any position}}
  %r = lift.sort (%row) in %m {
    %x = lift.at %row[0]
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // expected-error@+1 {{the region of 'lift.sort' has no position}}
  %r = lift.sort (%x)[k] in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @two_arguments<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // expected-error@+1 {{the region of 'lift.sort' takes 1 argument}}
  %r = lift.sort (%x, %y) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @twice<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // expected-error@+1 {{LIFT0001}}
  %r = lift.sort descending descending %xs
  lift.return %r
}

// -----

lift.def @annotated<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i64> {
  // expected-error@+1 {{the type written for 'lift.sort' is not the type it has}}
  %r = lift.sort %xs : !lift.array<N, i64>
  lift.return %r
}
