// RUN: lift-opt %s -p view-to-kernel | filecheck %s

// What lies outside is a condition around the load; where it is decided there is none.
// CHECK-LABEL: kernel.func @padded
kernel.func @padded<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %c: f32) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %p = view.pad constant %c 1, 0 %m
  %d = view.memory %y : !view.view<!lift.array<N + 1, f32>>
  kernel.for %i = 0 to N + 1 step 1 {
    %e = view.access %p[%i]
    // CHECK:      %v = kernel.if %i ge 1 : f32 {
    // CHECK-NEXT:   %{{.*}} = kernel.load %x[%i - 1] : f32
    // CHECK-NEXT:   kernel.yield
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   kernel.yield %c : f32
    // CHECK-NEXT: }
    %v = view.load %e
    %de = view.access %d[%i]
    view.store %v, %de
  }
  // CHECK: kernel.for %j = 1 to N + 1 step 1 {
  kernel.for %j = 1 to N + 1 step 1 {
    %e = view.access %p[%j]
    // CHECK-NEXT: kernel.load %x[%j - 1] : f32
    %v = view.load %e
    %de = view.access %d[%j]
    view.store %v, %de
  }
}

// CHECK-LABEL: kernel.func @clamped
kernel.func @clamped<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %p = view.pad clamp 1, 1 %m
  %d = view.memory %y : !view.view<!lift.array<N + 2, f32>>
  kernel.for %i = 1 to N + 1 step 1 {
    %e = view.access %p[%i]
    // CHECK: kernel.load %x[%i - 1] : f32
    %v = view.load %e
    %de = view.access %d[%i]
    view.store %v, %de
  }
}

// CHECK-LABEL: kernel.func @generated
kernel.func @generated<N>(%y: !kernel.buffer<global, i32>) where [N mod 2 eq 0] {
  %g = view.generate [i : N] {
    %n = kernel.apply [3 * i] : i32
    %q = arith.muli %n, %n : i32
    kernel.yield %q
  }
  %s = view.split 2 %g
  %d = view.memory %y : !view.view<!lift.array<N floordiv 2, !lift.array<2, i32>>>
  kernel.for %i = 0 to N floordiv 2 step 1 {
    %a = view.access %s[%i]
    %b = view.access %a[1]
    // CHECK:      %n = kernel.apply [6 * %i + 3] : i32
    // CHECK-NEXT: %q = arith.muli %n, %n : i32
    %v = view.load %b
    %da = view.access %d[%i]
    %db = view.access %da[1]
    // CHECK-NEXT: kernel.store %q, %y[2 * %i + 1] : i32
    view.store %v, %db
  }
}

// Neighbouring parts of a vector are one access, others are several.
// CHECK-LABEL: kernel.func @vectors
kernel.func @vectors<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) where [N mod 4 eq 0] {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %w = view.as_vector 4 %m
  %d = view.memory %y : !view.view<!lift.array<N floordiv 4, vector<4xf32>>>
  %r = view.gather %m by (i) -> (N - 1 - i)
  %rv = view.as_vector 4 %r
  kernel.for %i = 0 to N floordiv 4 step 1 {
    %a = view.access %w[%i]
    // CHECK: kernel.vload 4 %x[4 * %i] : vector<4xf32>
    %v = view.load %a
    %da = view.access %d[%i]
    // CHECK-NEXT: kernel.vstore %v, %y[4 * %i] : vector<4xf32>
    view.store %v, %da
    %b = view.access %rv[%i]
    // CHECK-NEXT: kernel.load %x[N - 4 * %i - 1] : f32
    // CHECK-NEXT: kernel.load %x[N - 4 * %i - 2] : f32
    // CHECK-NEXT: kernel.load %x[N - 4 * %i - 3] : f32
    // CHECK-NEXT: kernel.load %x[N - 4 * %i - 4] : f32
    // CHECK-NEXT: kernel.vector
    %u = view.load %b
    view.store %u, %da
  }
}

// A tuple has a buffer for each leaf.
// CHECK-LABEL: kernel.func @tuples
kernel.func @tuples<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, i32>) {
  %m = view.memory %x, %y : !view.view<!lift.array<N, tuple<f32, i32>>>
  %i = kernel.global_id 0
  %a = view.access %m[%i]
  // CHECK: kernel.load %x[%i] : f32
  // CHECK-NEXT: kernel.load %y[%i] : i32
  // CHECK-NEXT: %t = lift.tuple
  %t = view.load %a
  // CHECK-NEXT: lift.get %t[0] : f32
  // CHECK-NEXT: kernel.store {{.*}}, %x[%i] : f32
  // CHECK-NEXT: lift.get %t[1] : i32
  // CHECK-NEXT: kernel.store {{.*}}, %y[%i] : i32
  view.store %t, %a
}

// A value that was loaded is an index like any other.
// CHECK-LABEL: kernel.func @indirect
kernel.func @indirect<N>(%x: !kernel.buffer<global, f32>, %at: !kernel.buffer<global, i32>) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %n = view.memory %at : !view.view<!lift.array<N, i32>>
  %i = kernel.global_id 0
  %a = view.access %n[%i]
  // CHECK: %k = kernel.load %at[%i] : i32
  %k = view.load %a
  %b = view.access %m[%k]
  // CHECK-NEXT: kernel.load %x[%k] : f32
  %v = view.load %b
  // CHECK-NEXT: kernel.store %v, %x[%k] : f32
  view.store %v, %b
}
