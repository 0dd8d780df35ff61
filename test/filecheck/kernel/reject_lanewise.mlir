// RUN: lift-opt %s --split-input-file --verify-diagnostics

kernel.func @widths(%v: vector<4xf32>, %w: vector<2xf32>) {
  // expected-error@+1 {{'kernel.map_vec' needs vectors of one width}}
  %r = kernel.map_vec (%s = %v, %t = %w) {
    kernel.yield %s
  }
}

// -----

kernel.func @scalars(%a: f32) {
  // expected-error@+1 {{'kernel.map_vec' needs vectors of one width}}
  %r = kernel.map_vec (%s = %a) {
    kernel.yield %s
  }
}

// -----

kernel.func @tuples(%v: vector<4xf32>, %t: tuple<f32, f32>) {
  // expected-error@+1 {{'kernel.map_vec' needs vectors of one width}}
  %r = kernel.map_vec (%s = %v, %p = %t) {
    kernel.yield %s
  }
}

// -----

kernel.func @result(%v: vector<4xf32>) {
  // expected-error@+1 {{'kernel.map_vec' gives what its region yields, for each lane}}
  %r = kernel.map_vec (%s = %v) : vector<4xf64> {
    kernel.yield %s
  }
}

// -----

kernel.func @nothing(%v: vector<4xf32>) {
  // expected-error@+1 {{'kernel.map_vec' gives what its region yields, for each lane}}
  %r = kernel.map_vec (%s = %v) : vector<4xf32> {
  }
}

// -----

kernel.func @outside(%v: vector<4xf32>, %a: f32) {
  %r = kernel.map_vec (%s = %v) {
    // expected-error@+1 {{the region of 'kernel.map_vec' uses %a from outside}}
    %p = arith.mulf %s, %a : f32
    kernel.yield %p
  }
}

// -----

kernel.func @memory(%v: vector<4xf32>, %x: !kernel.buffer<global, f32>) {
  %r = kernel.map_vec (%s = %v) {
    // expected-error@+1 {{'kernel.map_vec' computes with scalars, and its region has 'kernel.load'}}
    %p = kernel.load %x[0]
    kernel.yield %p
  }
}
