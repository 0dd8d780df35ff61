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

// A vector that goes to two rows is two stores, and one of two rows is two loads.
// CHECK-LABEL: kernel.func @rows
kernel.func @rows<N>(%x: !kernel.buffer<global, f32>, %v: vector<8xf32>) {
  %m = view.memory %x : !view.view<!lift.array<2, !lift.array<4 * N, f32>>>
  %g = kernel.group_id 0
  %c = view.map (%row) in %m {
    %s = view.split 4 %row
    lift.yield %s
  }
  %t = view.transpose %c
  %j = view.map (%row) in %t {
    %s = view.join %row
    lift.yield %s
  }
  %f = view.join %j
  %vs = view.as_vector 8 %f
  %e = view.access %vs[%g]
  // CHECK:      kernel.lane %v[3] : f32
  // CHECK-NEXT: [[LOW:%.*]] = kernel.vector
  // CHECK-NEXT: kernel.vstore [[LOW]], %x[4 * %g] : vector<4xf32>
  // CHECK-COUNT-4: kernel.lane %v
  // CHECK-NEXT: [[HIGH:%.*]] = kernel.vector
  // CHECK-NEXT: kernel.vstore [[HIGH]], %x[4 * %g + 4 * N] : vector<4xf32>
  view.store %v, %e
  // CHECK-NEXT: kernel.vload 4 %x[4 * %g] : vector<4xf32>
  // CHECK:      kernel.vload 4 %x[4 * %g + 4 * N] : vector<4xf32>
  // CHECK:      %w = kernel.vector {{.*}} : vector<8xf32>
  %w = view.load %e
  // Of three elements of a row and five of the next, two are stored at once, one, then four, and one.
  %n = view.memory %x : !view.view<!lift.array<N, f32>>
  %p = view.slice %n from 0 size 3
  %q = view.slice %n from 100 size 5
  %pq = view.concat %p, %q
  %one = view.as_vector 8 %pq
  %a = view.access %one[0]
  // CHECK:      kernel.vload 2 %x[0] : vector<2xf32>
  // CHECK:      kernel.load %x[2] : f32
  // CHECK:      kernel.vload 4 %x[100] : vector<4xf32>
  // CHECK:      kernel.load %x[104] : f32
  %u = view.load %a
  view.store %u, %e
  view.store %w, %e
}

// Where rows end in a vector that begins anywhere is not known, so it is stored lane by lane.
// CHECK-LABEL: kernel.func @ends
kernel.func @ends<N>(%x: !kernel.buffer<global, f32>, %v: vector<2xf32>) {
  %m = view.memory %x : !view.view<!lift.array<2, !lift.array<N + 1, f32>>>
  %g = kernel.group_id 0
  %c = view.map (%row) in %m {
    %s = view.slice %row from 0 size N
    lift.yield %s
  }
  %f = view.join %c
  %vs = view.as_vector 2 %f
  %e = view.access %vs[%g]
  // CHECK-COUNT-2: kernel.load
  %w = view.load %e
  kernel.vstore %w, %x[0]
}

// A lane of a vector that is a value is taken out of it; one by an index is loaded from memory that holds all of them.
// CHECK-LABEL: kernel.func @lanes
kernel.func @lanes<N>(%x: !kernel.buffer<global, f32>, %v: vector<4xf32>) {
  // CHECK-NEXT: [[LANES:%.*]] = kernel.alloc private f32[4]
  // CHECK-NEXT: kernel.vstore %v, [[LANES]][0] : vector<4xf32>
  %c = view.constant %v : !view.view<!lift.array<3, vector<4xf32>>>
  %s = view.as_scalar %c
  %y = view.memory %x : !view.view<!lift.array<N, f32>>
  %first = view.access %y[0]
  %a = view.access %s[9]
  // CHECK-NEXT: %one = kernel.lane %v[1] : f32
  %one = view.load %a
  view.store %one, %first
  // CHECK: kernel.for %i = 0 to 12 step 1 {
  kernel.for %i = 0 to 12 step 1 {
    %b = view.access %s[%i]
    // CHECK-NEXT: %each = kernel.load [[LANES]][%i mod 4] : f32
    %each = view.load %b
    view.store %each, %first
    %d = view.access %s[11 - %i]
    // CHECK: %other = kernel.load [[LANES]][(3 - %i) mod 4] : f32
    %other = view.load %d
    view.store %other, %first
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

// An element that a work item owns is the next one that it has; where it has one, it is that.
// CHECK-LABEL: kernel.func @own
kernel.func @own<N>(%x: !kernel.buffer<global, f32>) launch(local = [16], groups = [N]) {
  %p = kernel.alloc private f32[4]
  %q = kernel.alloc private f32[1]
  %l = kernel.local_id 0
  %n = kernel.local_size 0
  %pm = view.memory %p : !view.view<!lift.array<4, f32>>
  %qm = view.memory %q : !view.view<!lift.array<1, f32>>
  %pv = view.own %pm by [16] : !view.view<!lift.array<64, f32>>
  %qv = view.own %qm by [16] : !view.view<!lift.array<16, f32>>
  kernel.for %i = %l to 64 step %n {
    %e = view.access %pv[%i]
    // CHECK: kernel.load %p[%i floordiv 16] : f32
    %v = view.load %e
    view.store %v, %e
  }
  kernel.for %i = %l to 16 step %n {
    %e = view.access %qv[%i]
    // CHECK: kernel.load %q[0] : f32
    %v = view.load %e
    view.store %v, %e
  }
}
