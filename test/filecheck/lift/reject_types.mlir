// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{memref<f32> cannot stand in an array}}
lift.def @element<N>(%xs: !lift.array<N, memref<f32>>, %zero: f32) -> f32 {
  lift.return %zero
}

// -----

lift.def @annotation<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> {
  // expected-error@+1 {{the type written for 'lift.zip' is not the type it has}}
  %z = lift.zip %xs, %xs : !lift.array<N, tuple<f32, f64>>
  lift.return %z
}

// -----

// The caret is at the annotation, wherever that is.
lift.def @annotation_of_yield<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    lift.yield %x
      // expected-error@+1 {{the type written for 'lift.yield' is not the type it has}}
      : f64
  }
  lift.return %r
}

// -----

lift.def @no_array(%a: f32) -> f32 {
  // expected-error@+1 {{'lift.map' needs an array as its operand}}
  %r = lift.map (%x) in %a {
    lift.yield %x
  }
  lift.return %a
}

// -----

lift.def @join_flat<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{'lift.join' needs an array as the elements of its operand}}
  %r = lift.join %xs
  lift.return %r
}

// -----

lift.def @no_tuple<N>(%xs: !lift.array<N, tuple<f32, f32>>) -> f32 {
  // expected-error@+1 {{take the element first, or use lift.unzip}}
  %r = lift.get %xs[0]
  lift.return %r
}

// -----

lift.def @no_array_of_tuples<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{'lift.unzip' needs an array of tuples}}
  %r = lift.unzip %xs
  lift.return %r
}

// -----

lift.def @no_part(%t: tuple<f32, f32>) -> f32 {
  // expected-error@+1 {{tuple<f32, f32> has no part 2}}
  %r = lift.get %t[2]
  lift.return %r
}

// -----

lift.def @zip_lengths<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N + 1, f32>) -> f32 {
  // expected-error@+1 {{a length of N + 1 for %ys}}
  %z = lift.zip %xs, %ys
  lift.return %z
}

// -----

lift.def @two_filters<N>(%xs: !lift.array<N, f32>, %k: i1, %zero: f32) -> f32 {
  %a = lift.filter (%x) in %xs {
    lift.yield %k
  }
  %b = lift.filter (%x) in %xs {
    lift.yield %k
  }
  // expected-error@+1 {{the hidden length of %a, defined by 'lift.filter', and that of %b, defined by 'lift.filter'}}
  %z = lift.zip %a, %b
  lift.return %zero
}

// -----

lift.def @two_roots<N>(%a: !lift.exists<X upto N, !lift.array<X, f32>>, %b: !lift.exists<X upto N, !lift.array<X, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{open each with lift.unpack}}
  %z = lift.concat %a, %b
  lift.return %zero
}

// -----

lift.def @transpose_ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{rows of different length have no columns of one length}}
  %t = lift.transpose %m
  lift.return %zero
}

// -----

lift.def @filter_ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %k: i1, %zero: f32) -> f32 {
  // expected-error@+1 {{which rows are kept is not known}}
  %t = lift.filter (%row) in %m {
    lift.yield %k
  }
  lift.return %zero
}

// -----

lift.def @scan_ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{running values of rows of different length have no common type}}
  %t = lift.scan (%acc, %row) in %m from %zero {
    lift.yield %acc
  }
  lift.return %zero
}

// -----

lift.def @join_ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, !lift.array<i, f32>>>, %zero: f32) -> f32 {
  // expected-error@+1 {{cannot flatten rows of different length whose elements differ in type}}
  %t = lift.join %m
  lift.return %zero
}

// -----

lift.def @at_run_time<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %i: i32, %zero: f32) -> f32 {
  // expected-error@+1 {{which element is read is known only at run time}}
  %t = lift.at_unchecked %m[%i]
  lift.return %zero
}

// -----

lift.def @stored<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{does not have the type that follows from its operands}}
  %r = "lift.slice"(%xs) <{start = #lift.nat<0>, size = #lift.nat<1>}> : (!lift.array<N, f32>) -> !lift.array<N, f32>
  lift.return %r
}

// -----

lift.def @concat_types<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, i32>) -> f32 {
  // expected-error@+1 {{needs arrays whose elements differ at most in their lengths}}
  %r = lift.concat %xs, %ys
  lift.return %r
}

// -----

lift.def @index<N>(%xs: !lift.array<N, f32>, %i: f32) -> f32 {
  // expected-error@+1 {{the index of 'lift.at' is not an integer}}
  %r = lift.at %xs[%i] else %i
  lift.return %r
}

// -----

lift.def @default<N>(%xs: !lift.array<N, f32>, %i: i32) -> f32 {
  // expected-error@+1 {{the default of 'lift.at' has the wrong type}}
  %r = lift.at %xs[%i] else %i
  lift.return %r
}

// -----

lift.def @no_default<N>(%xs: !lift.array<N, f32>, %i: i32) -> f32 {
  %r = lift.at %xs[%i]
  // expected-error@+1 {{expected 'else' and a value for what is out of bounds, or lift.at_unchecked}}
  lift.return %r
}

// -----

lift.def @number<N>(%x: f32) -> f32 {
  // expected-error@+1 {{the result of 'lift.nat' is an integer}}
  %r = lift.nat N : f32
  lift.return %r
}

// -----

lift.def @not_hidden<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{'lift.unpack' needs a value of hidden length}}
  %r = lift.unpack (%ys)[X] in %xs {
    lift.yield %ys
  }
  lift.return %r
}

// -----

lift.def @pack_type<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{'lift.pack' makes an existential}}
  %r = lift.pack %xs as !lift.array<N, f32>
  lift.return %r
}

// -----

lift.def @pack_other<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f64>> {
  // expected-error@+1 {{the operand of 'lift.pack' is not what the type hides}}
  %r = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f64>>
  lift.return %r
}

// -----

lift.def @select<N>(%c: i1, %xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'arith.select' takes an array}}
  %r = arith.select %c, %xs, %ys : !lift.array<N, f32>
  lift.return %r
}

// -----

lift.def @select_tuples<N>(%c: i1, %x: tuple<f32, !lift.array<N, f32>>) -> tuple<f32, !lift.array<N, f32>> {
  // expected-error@+1 {{'arith.select' takes an array}}
  %r = arith.select %c, %x, %x : tuple<f32, !lift.array<N, f32>>
  lift.return %r
}

// -----

lift.def @select_hidden<N>(%c: i1, %x: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // expected-error@+1 {{'arith.select' takes an array}}
  %r = arith.select %c, %x, %x : !lift.exists<X upto N, !lift.array<X, f32>>
  lift.return %r
}

// -----

lift.def @if<N>(%c: i1, %xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'scf.if' gives an array}}
  %r = scf.if %c -> (!lift.array<N, f32>) {
    scf.yield %xs : !lift.array<N, f32>
  } else {
    scf.yield %ys : !lift.array<N, f32>
  }
  lift.return %r
}

// -----

lift.def @total_of_an_inclusive_scan<N>(%xs: !lift.array<N, i32>, %zero: i32) -> !lift.array<N + 1, i32> {
  // expected-error@+1 {{the last value of 'lift.scan' is the total already}}
  %r = lift.scan with total (%acc, %x) in %xs from %zero {
    lift.yield %acc
  }
  lift.return %r
}

// -----

lift.def @exclusive_scan_of_rows<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{'lift.scan' cannot be applied where the type of an element depends on its position}}
  %t = lift.scan exclusive (%acc, %row) in %m from %zero {
    lift.yield %acc
  }
  lift.return %zero
}
