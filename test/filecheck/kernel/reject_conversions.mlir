// RUN: lift-opt %s --split-input-file --verify-diagnostics

kernel.func @added(%x: !kernel.buffer<global, ui8>) {
  %a = kernel.load %x[0]
  // expected-error@below {{LIFT0034}}
  %b = arith.addi %a, %a : ui8
  kernel.store %b, %x[0]
}

// -----

kernel.func @converted(%x: !kernel.buffer<global, f64>) {
  %a = kernel.load %x[0]
  // expected-error@below {{LIFT0033}}
  %b = lift.convert %a : f64 to bf16
}

// -----

kernel.func @index(%x: !kernel.buffer<global, ui8>, %i: ui8) {
  // expected-error@below {{'kernel.load' uses %i in an index, and it is no integer}}
  %a = kernel.load %x[%i]
}

// -----

kernel.func @number<N>(%x: !kernel.buffer<global, ui32>) {
  // expected-error@below {{the result of 'kernel.apply' is an integer}}
  %a = kernel.apply [N] : ui32
  kernel.store %a, %x[0]
}
