// RUN: lift-opt %s --split-input-file --verify-diagnostics

kernel.func @no_view(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'view.join' needs a view}}
  %v = view.join %x
}

// -----

kernel.func @untyped(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'view.memory' says what it shows}}
  %v = view.memory %x
}

// -----

kernel.func @leaves<N>(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'view.memory' needs a buffer for each leaf of what it shows}}
  %v = view.memory %x : !view.view<!lift.array<N, tuple<f32, i32>>>
}

// -----

kernel.func @whole_array<N>(%x: !kernel.buffer<global, f32>) {
  %v = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'view.load' takes one value through a view}}
  %e = view.load %v
}

// -----

// The obligations are those of the layout op.
kernel.func @obligation<N>(%x: !kernel.buffer<global, f32>) {
  %v = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'view.split' needs a length that is a multiple of 4}}
  %s = view.split 4 %v
}

// -----

kernel.func @dependent<N>(%x: !kernel.buffer<global, f32>, %i: i32) {
  %v = view.memory %x : !view.view<!lift.array<i : N, !lift.array<i + 1, f32>>>
  // expected-error@+1 {{'view.access' needs the name of its position}}
  %e = view.access %v[%i]
}

// -----

kernel.func @other_value<N>(%x: !kernel.buffer<global, f32>, %a: i32) {
  %v = view.memory %x : !view.view<f32>
  // expected-error@+1 {{'view.store' takes one value through a view}}
  view.store %a, %v
}

// -----

kernel.func @outside<N>(%x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'view.slice' may be out of bounds}}
  %p = view.slice %m from 1 size N
}

// -----

kernel.func @position<N>() {
  // expected-error@+1 {{'i + 1' cannot be the name of a nat}}
  %v = "view.generate"() <{position = "i + 1", count = #lift.nat<N>}> ({
    %p = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "kernel.yield"(%p) : (i32) -> ()
  }) : () -> !view.view<!lift.array<N, i32>>
}

// -----

kernel.func @position_of_map<N>(%x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  // expected-error@+1 {{'k]' cannot be the name of a nat}}
  %v = "view.map"(%m) <{position = "k]"}> ({
  ^bb0(%e: !view.view<f32>):
    "lift.yield"(%e) : (!view.view<f32>) -> ()
  }) : (!view.view<!lift.array<N, f32>>) -> !view.view<!lift.array<N, f32>>
}

// -----

kernel.func @more_than_its_own<N>(%x: !kernel.buffer<global, f32>) {
  %p = kernel.alloc private f32[2]
  %m = view.memory %p : !view.view<!lift.array<2, f32>>
  // expected-error@+1 {{'view.own' shows what the elements of its operand are enough for}}
  %v = view.own %m by [16] : !view.view<!lift.array<33, f32>>
}

// -----

kernel.func @other_elements<N>(%x: !kernel.buffer<global, f32>) {
  %p = kernel.alloc private f32[2]
  %m = view.memory %p : !view.view<!lift.array<2, f32>>
  // expected-error@+1 {{'view.own' shows what the elements of its operand are enough for}}
  %v = view.own %m by [16] : !view.view<!lift.array<32, i32>>
}
