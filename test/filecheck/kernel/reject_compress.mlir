// RUN: lift-opt %s --split-input-file --verify-diagnostics

kernel.func @scalar(%v: f32, %keep: vector<4xi1>, %x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'kernel.compress' has no such vector}}
  %n = kernel.compress %v, %keep into %x[0]
}

// -----

kernel.func @element(%v: vector<4xf64>, %keep: vector<4xi1>, %x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'kernel.compress' needs a vector of the scalars of the buffer}}
  %n = kernel.compress %v, %keep into %x[0]
}

// -----

kernel.func @mask(%v: vector<4xf32>, %keep: vector<8xi1>, %x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'kernel.compress' needs a bit for each lane}}
  %n = kernel.compress %v, %keep into %x[0]
}

// -----

kernel.func @numbers(%v: vector<4xi32>, %x: !kernel.buffer<global, i32>) {
  // expected-error@+1 {{'kernel.compress' needs a bit for each lane}}
  %n = kernel.compress %v, %v into %x[0]
}

// -----

kernel.func @buffer(%v: vector<4xf32>, %keep: vector<4xi1>) {
  // expected-error@+1 {{'kernel.compress' needs a buffer}}
  %n = kernel.compress %v, %keep into %v[0]
}
