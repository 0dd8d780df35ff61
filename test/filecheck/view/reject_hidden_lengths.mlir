// RUN: lift-opt %s --split-input-file --verify-diagnostics

kernel.func @not_hidden<N>(%x: !kernel.buffer<global, f32>) {
  %v = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'view.open' needs a view of a hidden length}}
  %o = view.open %v [N]
}

// -----

kernel.func @not_hidden<N>(%x: !kernel.buffer<global, f32>) {
  %v = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'view.length' needs a view of a hidden length}}
  %o = view.length %v
}

// -----

kernel.func @unbound<N>(%n: i32, %x: !kernel.buffer<global, f32>) {
  %e = view.memory %n, %x : !view.view<!lift.exists<Y upto N, !lift.array<Y, f32>>>
  // expected-error@+1 {{'X'}}
  %o = view.open %e [X]
}

// -----

kernel.func @other_elements<N, M>(%n: i32, %x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'view.row' shows elements of its array}}
  %r = view.row %m[%n] : !view.view<!lift.exists<X upto M, !lift.array<X, i32>>>
}

// -----

kernel.func @elements_of_a_part<N, M>(%n: i32, %x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'view.part' shows elements of its array}}
  %r = view.part %m, %n from %n : !view.view<!lift.exists<X upto M, !lift.array<X, i32>>>
}

// -----

kernel.func @begins<N>(%n: !kernel.buffer<global, i32>, %x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'view.memory' says of each leaf where it begins}}
  %e = view.memory %n, %x from [3] : !view.view<!lift.exists<Y upto N, !lift.array<Y, f32>>>
}

// -----

kernel.func @no_number<N>(%n: f32) {
  // expected-error@+1 {{'kernel.length' needs an integer}}
  %l = kernel.length %n upto N : index
}

// -----

// expected-error@+1 {{'N'}}
kernel.func @twice<N>(%n: i32) lengths [N upto N] {
}
