// RUN: lift-opt %s -t opencl --split-input-file --verify-diagnostics

lift.def @f(%a: f32) -> f32 {
  lift.return %a
}
// expected-error@unknown {{there is no kernel to print}}

// -----

lift.def @g(%a: f32) -> f32 {
  lift.return %a
}
kernel.func @calls(%x: !kernel.buffer<global, f32>, %a: f32) {
  // expected-error@+1 {{@g is no C function}}
  %r = lift.call @g(%a)
  kernel.store %r, %x[0]
}

// -----

kernel.func @still_views<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // expected-error@+1 {{'view.memory' cannot be printed as OpenCL C}}
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %e = view.access %m[0]
  view.store %a, %e
}

// -----

kernel.func @sum_in_an_index<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // expected-error@+1 {{the kernel has no table of running sums for a sum in an index}}
  kernel.store %a, %x[sum(i : N, i * i mod 3)]
}

// -----

kernel.func @sum_in_a_bound<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  // expected-error@+1 {{sum(i : N, i)}}
  kernel.for %j = sum(i : N, i) to N step 1 {
    kernel.store %a, %x[%j]
  }
}

// -----

kernel.func @sum_of_a_value<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %l = kernel.local_id 0
  // expected-error@+1 {{sum(i : N, min(l, i))}}
  kernel.if %l lt sum(i : N, min(i, %l)) {
    kernel.store %a, %x[%l]
  }
}

// -----

// Another sum than the one that there is a table for.
kernel.func @other_sum<N>(%x: !kernel.buffer<global, f32>, %a: f32) sums [offsets[N + 1] by (i) -> (i * i)] {
  // expected-error@+1 {{a table of the kernel whose entries are such sums}}
  kernel.store %a, %x[sum(i : N, i) + sum(i : N, i * i)]
}
