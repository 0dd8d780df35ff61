// RUN: lift-opt %s --split-input-file --verify-diagnostics

kernel.func @scalars(%a: f32) {
  // expected-error@+1 {{'kernel.shuffle' needs one vector, or two of one type}}
  %r = kernel.shuffle %a[0, 0]
}

// -----

kernel.func @types(%v: vector<4xf32>, %w: vector<2xf32>) {
  // expected-error@+1 {{'kernel.shuffle' needs one vector, or two of one type}}
  %r = kernel.shuffle %v, %w[0, 5]
}

// -----

kernel.func @three(%v: vector<4xf32>) {
  // expected-error@+1 {{'kernel.shuffle' needs one vector, or two of one type}}
  %r = kernel.shuffle %v, %v, %v[0, 8]
}

// -----

kernel.func @lane(%v: vector<4xf32>) {
  // expected-error@+1 {{'kernel.shuffle' has no such lane}}
  %r = kernel.shuffle %v[0, 4]
}

// -----

kernel.func @width(%v: vector<4xf32>) {
  // expected-error@+1 {{'kernel.shuffle' gives a vector of the lanes that it lists}}
  %r = kernel.shuffle %v[0, 1, 2, 3, 0]
}

// -----

kernel.func @result(%v: vector<4xf32>) {
  // expected-error@+1 {{the type written for 'kernel.shuffle' is not the type it has}}
  %r = kernel.shuffle %v[0, 1] : vector<4xf32>
}
