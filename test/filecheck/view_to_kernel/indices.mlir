// RUN: lift-opt %s -p view-to-kernel | filecheck %s

// Figure 5 of the Lift paper: the first access of the dot product.
// CHECK-LABEL: kernel.func @dot
kernel.func @dot<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %t: !kernel.buffer<local, f32>)
    where [N mod 128 eq 0] launch(local = [64], groups = [N floordiv 128]) {
  %l = kernel.local_id 0
  %wg = kernel.group_id 0
  %vx = view.memory %x : !view.view<!lift.array<N, f32>>
  %vy = view.memory %y : !view.view<!lift.array<N, f32>>
  %v1 = view.zip %vx, %vy
  %v2 = view.split 128 %v1
  %v3 = view.access %v2[%wg]
  %v4 = view.split 2 %v3
  %v5 = view.access %v4[%l]
  // CHECK-NOT: view.
  // CHECK: kernel.for %i = 0 to 2 step 1 {
  kernel.for %i = 0 to 2 step 1 {
    %v6 = view.access %v5[%i]
    %v7 = view.get %v6[0]
    // CHECK-NEXT: %e = kernel.load %x[2 * %l + 128 * %wg + %i] : f32
    %e = view.load %v7
    %d = view.memory %t : !view.view<!lift.array<64, !lift.array<2, f32>>>
    %d1 = view.access %d[%l]
    %d2 = view.access %d1[%i]
    // CHECK-NEXT: kernel.store %e, %t[2 * %l + %i] : f32
    view.store %e, %d2
  }
}

// Figure 6: a transposition by a stride, without division.
// CHECK-LABEL: kernel.func @transposition
kernel.func @transposition<M, N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<M, !lift.array<N, f32>>>
  %j = view.join %m
  %g = view.gather %j by (i) -> ((i floordiv M) + N * (i mod M))
  %s = view.split M %g
  %d = view.memory %y : !view.view<!lift.array<N, !lift.array<M, f32>>>
  %g0 = kernel.group_id 0
  %groups = kernel.num_groups 0
  %l0 = kernel.local_id 0
  %local = kernel.local_size 0
  kernel.for %wg = %g0 to N step %groups {
    %row = view.access %s[%wg]
    %drow = view.access %d[%wg]
    kernel.for %l = %l0 to M step %local {
      %e = view.access %row[%l]
      // CHECK: kernel.load %x[%l * N + %wg] : f32
      %v = view.load %e
      %de = view.access %drow[%l]
      // CHECK-NEXT: kernel.store %v, %y[%wg * M + %l] : f32
      view.store %v, %de
    }
  }
}

// Rows of different lengths lie packed; the offset of a row is a closed sum.
// CHECK-LABEL: kernel.func @triangular
kernel.func @triangular<N>(%x: !kernel.buffer<global, f32>, %c: f32) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<i + 1, f32>>>
  kernel.for %i[k] = 0 to N step 1 {
    %row = view.access %m[k]
    kernel.for %j = 0 to k + 1 step 1 {
      %e = view.access %row[%j]
      // CHECK: kernel.store %c, %x[%i * (%i + 1) floordiv 2 + %j] : f32
      view.store %c, %e
    }
  }
  // CHECK: kernel.for %p = 0 to 2 step 1 {
  kernel.for %p = 0 to 2 step 1 {
    // A flat index needs no row.
    %flat = view.join %m
    %e = view.access %flat[%p]
    // CHECK-NEXT: kernel.store %c, %x[%p] : f32
    view.store %c, %e
  }
}

// What has no closed sum is a table that the host fills.
// CHECK: kernel.func @sparse<N, rows[N]>(%x: !kernel.buffer<global, f32>, %c: f32) sums [offsets[N] by (i) -> (rows[i])] {
kernel.func @sparse<N, rows[N]>(%x: !kernel.buffer<global, f32>, %c: f32) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<rows[i], f32>>>
  kernel.for %i[k] = 0 to N step 1 {
    %row = view.access %m[k]
    kernel.for %j = 0 to rows[k] step 1 {
      %e = view.access %row[%j]
      // CHECK: kernel.store %c, %x[%j + sum(i : %i, rows[i])] : f32
      view.store %c, %e
    }
  }
}

// An index that layout ops repeat gets a variable, before it is repeated again and again.
// CHECK-LABEL: kernel.func @mirrors
kernel.func @mirrors<N>(%x: !kernel.buffer<global, f32>) {
  %p0 = view.memory %x : !view.view<!lift.array<N, f32>>
  %p1 = view.pad mirror 1, 1 %p0
  %p2 = view.pad mirror 1, 1 %p1
  %p3 = view.pad mirror 1, 1 %p2
  // CHECK: kernel.for %i = 0 to N + 6 step 1 {
  kernel.for %i = 0 to N + 6 step 1 {
    %e = view.access %p3[%i]
    // CHECK-NEXT: %at = kernel.apply [if(
    // CHECK-NEXT: kernel.load %x[if(%at ge 1, if(N lt %at, N - 1, %at - 1), 0)] : f32
    %v = view.load %e
  }
}
