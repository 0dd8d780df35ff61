// RUN: lift-opt %s --profile generic,indices=off -p view-to-kernel,kernel-shift-loops,kernel-share-indices | filecheck %s

// Indices are as views make them, but for sums, which would need a table.
// CHECK-LABEL: kernel.func @transposition
// CHECK:      kernel.for %i = 0 to N mod 4 step 1 {
// CHECK-NEXT:   %e = kernel.load %x[N * ((%i * M + %g) mod M) + (%i * M + %g) floordiv M] : f32
// CHECK-NEXT:   kernel.store %e, %y[3 * %g * M + %i + 4 * (N floordiv 4)] : f32
kernel.func @transposition<M, N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<M, !lift.array<N, f32>>>
  %j = view.join %m
  %t = view.gather %j by (i) -> ((i floordiv M) + N * (i mod M))
  %s = view.split M %t
  %g = kernel.group_id 0
  kernel.for %i = 0 to N mod 4 step 1 {
    %row = view.access %s[%i]
    %v = view.access %row[%g]
    %e = view.load %v
    kernel.store %e, %y[3 * %g * M + %i + 4 * (N floordiv 4)]
  }
}

// CHECK-LABEL: kernel.func @triangle
// CHECK:      %e = kernel.load %x[%i * (%i + 1) floordiv 2] : f32
kernel.func @triangle<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) launch(local = [1], groups = [N]) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<i + 1, f32>>>
  kernel.for %i[k] = 0 to N step 1 {
    %row = view.access %m[k]
    %v = view.access %row[0]
    %e = view.load %v
    kernel.store %e, %y[%i]
  }
}
