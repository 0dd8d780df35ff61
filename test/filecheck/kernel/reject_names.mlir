// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'k\nint injected;//' cannot be the name of a function}}
kernel.func @"k\0Aint injected;//"(%x: !kernel.buffer<global, f32>) {
}

// -----

// expected-error@+1 {{'x\n#error' cannot be the name of a value}}
"kernel.func"() <{sym_name = "k", arg_names = ["x\0A#error"], nats = [], tables = [], sums = [], where = []}> ({
^bb0(%x: !kernel.buffer<global, f32>):
}) : () -> ()

// -----

// expected-error@+1 {{'int; N' cannot be the name of a nat}}
"kernel.func"() <{sym_name = "k", arg_names = [], nats = ["int; N"], tables = [], sums = [], where = []}> ({
^bb0:
}) : () -> ()

// -----

kernel.func @k() {
  // expected-error@+1 {{'i; i' cannot be the name of a nat}}
  "kernel.for"() <{start = #kernel.index<0>, stop = #kernel.index<4>, step = #kernel.index<1>, position = "i; i", operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%i: index):
  }) : () -> ()
}

// -----

// A name of the compiler's own cannot be written.
kernel.func @k() {
  // expected-error@+1 {{"0001'" cannot be the name of a nat}}
  "kernel.for"() <{start = #kernel.index<0>, stop = #kernel.index<4>, step = #kernel.index<1>, position = "0001'", operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%i: index):
  }) : () -> ()
}
