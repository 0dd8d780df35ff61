// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @f(%x: f32) -> f32 {
  // expected-error@+1 {{'kernel.func' stands in a module, not in 'lift.def'}}
  "kernel.func"() <{sym_name = "k", arg_names = [], tables = [], sums = [], where = []}> ({
  }) : () -> ()
  lift.return %x
}

// -----

// Numbers that pass 63 bits on the way to a proof.
lift.def @g<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<M, f32> where [N eq 4611686018427387904 * M] {
  // expected-error@+1 {{the numbers of 'lift.slice' cannot be computed with}}
  %r = lift.slice %xs from 3 * N size M
  lift.return %r
}


// -----

// What a loop binds is looked at before the loop itself.
"builtin.module"() ({
  "kernel.func"() <{sym_name = "k", arg_names = [], nats = [], tables = [], sums = [], where = []}> ({
    // expected-error@+1 {{property 'stop' expected}}
    "kernel.for"() <{start = #kernel.index<0>, step = #kernel.index<1>, position = "r", operandSegmentSizes = array<i32: 0, 0>}> ({
    ^bb0(%r: index):
      "kernel.yield"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

lift.def @h(%x: i32) -> i1 {
  // expected-error@+1 {{'arith.cmpi' has no comparison with this number}}
  %r = "arith.cmpi"(%x, %x) <{predicate = 77 : i64}> : (i32, i32) -> i1
  lift.return %r
}

// -----

lift.def @i(%x: f32) -> i1 {
  // expected-error@+1 {{'arith.cmpf' has no comparison with this number}}
  %r = "arith.cmpf"(%x, %x) <{predicate = -1 : i64, fastmath = #arith.fastmath<none>}> : (f32, f32) -> i1
  lift.return %r
}

// -----

// However many names there are without a comma, this is said at once.
lift.def @j(%x: f32) -> f32 {
  // expected-error@+1 {{expected '=' after operation result list}}
  %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x      %x
  lift.return %x
}

// -----

// A message about what is around an op shows the op, which lacks what it is shown with.
"builtin.module"() ({
  %t = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
  "lift.def"() <{sym_name = "f", function_type = (f32) -> f32, arg_names = ["m"], nats = [], tables = [], where = []}> ({
  ^bb0(%m: f32):
    // expected-error@+1 {{property 'index' expected}}
    %s = "lift.get"(%t) : (f32) -> f32
    "lift.return"(%s) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
