// RUN: lift-opt %s --split-input-file --verify-diagnostics

// Lengths and positions that the program does not name are shown by what they are of.

lift.def @hidden<N>(%a: !lift.array<N, i32>, %zero: i32) -> i32 {
  %f = lift.filter (%x) in %a { %k = arith.cmpi sgt, %x, %zero : i32 lift.yield %k }
  %p = lift.pad constant %zero 1, 0 %f
  // expected-error@+1 {{length(%f) + 2 ge 4}}
  %w = lift.slide 4 by 1 %p
  %n = lift.length %w : i32
  lift.return %n
}

// -----

lift.def @iterated<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.iterate 2 (%t) in %xs {
    // expected-error@+1 {{in an array of length(%t)}}
    %e = lift.gather %t by (i) -> (if(i mod 2 eq 0, i, i - 2))
    lift.yield %e
  }
  lift.return %r
}

// -----

lift.def @row<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %m {
    // expected-error@+1 {{index 0 in an array of rows[position(%row)]}}
    %y = lift.at %row[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @every_entry<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %m {
    // expected-error@+1 {{add `where [rows[_] ge 1]` to the lift.def}}
    %y = lift.at %row[0]
    lift.yield %y
  }
  lift.return %r
}

// -----

// Two regions may call their positions the same.
lift.def @twice<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N, i32> {
  %a = lift.map (%x)[i] in %m { %e = lift.at %x[i] lift.yield %e }
  // expected-error@+1 {{index i + 1 in an array of N}}
  %r = lift.map (%x)[i] in %m { %y = lift.at %x[i + 1] lift.yield %y }
  lift.return %r
}
