// RUN: LIFT_ROUNDTRIP

// What has a hidden length is in memory behind the length, with room for the bound.
// CHECK-LABEL: kernel.func @opened<N>(%n: !kernel.buffer<global, i32>, %x: !kernel.buffer<global, f32>) lengths [X upto N] {
kernel.func @opened<N>(%n: !kernel.buffer<global, i32>, %x: !kernel.buffer<global, f32>) lengths [X upto N] {
  // CHECK-NEXT: view.memory %n, %x from [3, 0] : !view.view<!lift.exists<Y upto N, !lift.array<Y, f32>>>
  %e = view.memory %n, %x from [3, 0] : !view.view<!lift.exists<Y upto N, !lift.array<Y, f32>>>
  // CHECK-NEXT: view.length %e : !view.view<i32>
  %l = view.length %e
  %i = view.load %l
  // CHECK: kernel.length %i [X] upto N : index
  %length = kernel.length %i [X] upto N
  // CHECK-NEXT: view.open %e [X] : !view.view<!lift.array<X, f32>>
  %v = view.open %e [X]
  // CHECK-NEXT: view.pack %v, %i : !view.view<!lift.exists<Z upto N, !lift.array<Z, f32>>>
  %p = view.pack %v, %i : !view.view<!lift.exists<Z upto N, !lift.array<Z, f32>>>
}

// CHECK-LABEL: kernel.func @passed<N>(%n: i32, %x: !kernel.buffer<global, f32>) {
kernel.func @passed<N>(%n: i32, %x: !kernel.buffer<global, f32>) {
  // A length may be a number.
  // CHECK-NEXT: view.memory %n, %x : !view.view<!lift.exists<Y upto N, !lift.array<Y, f32>>>
  %e = view.memory %n, %x : !view.view<!lift.exists<Y upto N, !lift.array<Y, f32>>>
  // And so may all of them.
  // CHECK-NEXT: view.memory %n, %x : !view.view<!lift.array<N, !lift.exists<Y upto N, !lift.array<Y, f32>>>>
  %es = view.memory %n, %x : !view.view<!lift.array<N, !lift.exists<Y upto N, !lift.array<Y, f32>>>>
}

// CHECK-LABEL: kernel.func @row
kernel.func @row<N, M>(%n: i32, %x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %b = kernel.length %n upto N : index
  // CHECK: view.row %m[%b + 1] : !view.view<!lift.exists<X upto M, !lift.array<X, f32>>>
  %r = view.row %m[%b + 1] : !view.view<!lift.exists<X upto M, !lift.array<X, f32>>>
  // CHECK: view.part %m, %n from %b : !view.view<!lift.exists<X upto M, !lift.array<X, f32>>>
  %p = view.part %m, %n from %b : !view.view<!lift.exists<X upto M, !lift.array<X, f32>>>
}
