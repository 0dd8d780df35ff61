// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'M' is not the name of a nat here}}
lift.def @unbound<N>(%xs: !lift.array<N, f32>) -> !lift.array<M, f32> {
  lift.return %xs
}

// -----

lift.def @unbound_inside<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{'k' is not the name of a nat here}}
  %x = lift.at %xs[k]
  lift.return %x
}

// -----

// A position is known only in its region.
lift.def @out_of_region<N>(%xs: !lift.array<N, f32>) -> f32 {
  %ys = lift.map (%x)[k] in %xs {
    lift.yield %x
  }
  // expected-error@+1 {{'k' is not the name of a nat here}}
  %y = lift.at %ys[k]
  lift.return %y
}

// -----

// expected-error@+1 {{'rows' is not the name of a table here}}
lift.def @no_table<N>(%m: !lift.array<i : N, !lift.array<rows[i], f32>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  lift.return %zero
}

// -----

// expected-error@+1 {{'M' is not the name of a nat here}}
lift.def @fact<N>(%x: f32) -> f32 where [M ge 2] {
  lift.return %x
}

// -----

// expected-error@+1 {{the name 'N' is bound twice}}
lift.def @twice<N, N>(%x: f32) -> f32 {
  lift.return %x
}

// -----

lift.def @shadowing<N>(%m: !lift.array<N, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %r = lift.map (%row)[k] in %m {
    // expected-error@+1 {{the name 'k' is bound twice}}
    %s = lift.map (%e)[k] in %row {
      lift.yield %e
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

// In generic form nothing is renamed, so side by side is an error too.
"builtin.module"() ({
  "lift.def"() <{sym_name = "f", function_type = (!lift.array<N, f32>) -> !lift.array<N, f32>, arg_names = ["xs"], nats = ["N"], tables = [], where = []}> ({
  ^bb0(%xs: !lift.array<N, f32>):
    %a = "lift.map"(%xs) <{position = "k"}> ({
    ^bb0(%x: f32):
      "lift.yield"(%x) : (f32) -> ()
    }) : (!lift.array<N, f32>) -> !lift.array<N, f32>
    // expected-error@+1 {{the name 'k' is bound twice}}
    %b = "lift.map"(%a) <{position = "k"}> ({
    ^bb0(%x: f32):
      "lift.yield"(%x) : (f32) -> ()
    }) : (!lift.array<N, f32>) -> !lift.array<N, f32>
    "lift.return"(%b) : (!lift.array<N, f32>) -> ()
  }) : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'floordiv' is reserved}}
lift.def @reserved<floordiv>(%x: f32) -> f32 {
  lift.return %x
}

// -----

lift.def @undefined(%x: f32) -> f32 {
  // expected-error@+1 {{%y is not defined here}}
  lift.return %y
}

// -----

"builtin.module"() ({
  "lift.def"() <{sym_name = "f", function_type = (f32) -> f32, arg_names = ["x"], nats = [], tables = [], where = []}> ({
  ^bb0(%x: f32):
    // expected-error@+1 {{'arith.addf' uses %b before it is defined}}
    %a = "arith.addf"(%x, %b) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %b = "arith.addf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "lift.return"(%a) : (f32) -> ()
  }) : () -> ()
}) : () -> ()

// -----

lift.def @escaping<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{the hidden length 'X' escapes from 'lift.unpack'}}
  %r = lift.unpack (%ys)[X] in %e {
    lift.yield %ys
  }
  lift.return %zero
}

// -----

lift.def @unnamed_length<N>(%e: !lift.exists<X upto N, !lift.array<X, !lift.array<X, f32>>>, %zero: f32) -> f32 {
  // expected-error@+1 {{would see the hidden length 'X', which has no name here}}
  %r = lift.map (%row) in %e {
    lift.yield %zero
  }
  lift.return %zero
}

// -----

lift.def @before(%x: f32) -> f32 {
  // expected-error@+1 {{%later is not defined here}}
  %r = arith.addf %x, %later : f32
  lift.return %r
}

lift.def @after(%y: f32) -> f32 {
  %later = arith.addf %y, %y : f32
  lift.return %later
}

// -----

lift.user_fun @in_c(x: f32) -> f32 = "return x;" {
  // expected-error@+1 {{%later is not defined here}}
  %r = arith.addf %x, %later : f32
  lift.return %r
}

lift.def @after(%y: f32) -> f32 {
  %later = arith.addf %y, %y : f32
  lift.return %later
}

// -----

lift.def @position<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'k] in' cannot be the name of a nat}}
  %r = "lift.map"(%xs) <{position = "k] in"}> ({
  ^bb0(%x: f32):
    "lift.yield"(%x) : (f32) -> ()
  }) : (!lift.array<N, f32>) -> !lift.array<N, f32>
  lift.return %r
}

// -----

lift.def @length<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{'\xe9' cannot be the name of a nat}}
  %r = "lift.unpack"(%e) <{position = "é"}> ({
  ^bb0(%x: !lift.array<N, f32>):
    "lift.yield"(%zero) : (f32) -> ()
  }) : (!lift.exists<X upto N, !lift.array<X, f32>>) -> f32
  lift.return %zero
}

// -----

// `_` is any entry of a table, and nothing else.
lift.def @any_entry<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'_' cannot be the name of a nat}}
  %r = lift.map (%x)[_] in %xs {
    lift.yield %x
  }
  lift.return %r
}
