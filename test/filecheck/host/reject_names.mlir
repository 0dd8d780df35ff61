// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'f""" + g()\n' cannot be the name of a function}}
host.program @"f\22\22\22 + g()\0A"(%a: f32) of (%a: f32) -> f32 {
  %y = host.alloc f32[1]
  host.return %y
}

// -----

// expected-error@+1 {{'a"), g("' cannot be the name of a value}}
"host.program"() <{sym_name = "f", function_type = (f32) -> f32, arg_names = ["a\22), g(\22"], nats = [], tables = [], where = []}> ({
^bb0(%a: f32):
  %y = "host.alloc"() <{size = #lift.nat<1>}> : () -> !kernel.buffer<global, f32>
  "host.return"(%y) : (!kernel.buffer<global, f32>) -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'N=g()' cannot be the name of a nat}}
"host.program"() <{sym_name = "f", function_type = (f32) -> f32, arg_names = ["a"], nats = ["N=g()"], tables = [], where = []}> ({
^bb0(%a: f32):
  %y = "host.alloc"() <{size = #lift.nat<1>}> : () -> !kernel.buffer<global, f32>
  "host.return"(%y) : (!kernel.buffer<global, f32>) -> ()
}) : () -> ()

// -----

host.program @f(%a: f32) of (%a: f32) -> f32 {
  %y = host.alloc f32[1]
  // expected-error@+1 {{'k in g():\n' cannot be the name of a nat}}
  "host.for"() <{iteration = "k in g():\0A", count = #lift.nat<3>}> ({
  ^bb0:
  }) : () -> ()
  host.return %y
}
