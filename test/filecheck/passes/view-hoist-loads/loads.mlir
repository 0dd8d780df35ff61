// RUN: lift-opt %s -p view-hoist-loads | filecheck %s

// Out of all loops that the view stands before, and once for two loops.
// CHECK-LABEL: kernel.func @outermost
// CHECK:      %a = view.access
// CHECK-NEXT: [[V:%.*]] = view.load %a
// CHECK-NEXT: kernel.for %i
// CHECK-NEXT:   kernel.for %j
// CHECK-NEXT:     %to = view.access
// CHECK-NEXT:     view.store [[V]], %to
// CHECK:      kernel.for %k
// CHECK-NEXT:   %again = view.access
// CHECK-NEXT:   view.store [[V]], %again
kernel.func @outermost<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %xs = view.memory %x : !view.view<!lift.array<N, f32>>
  %ys = view.memory %y : !view.view<!lift.array<N, f32>>
  %a = view.access %xs[0] : !view.view<f32>
  kernel.for %i = 0 to N step 1 {
    kernel.for %j = 0 to N step 1 {
      %to = view.access %ys[%j] : !view.view<f32>
      %v = view.load %a : f32
      view.store %v, %to : f32
    }
  }
  kernel.for %k = 0 to N step 1 {
    %again = view.access %ys[%k] : !view.view<f32>
    %v = view.load %a : f32
    view.store %v, %again : f32
  }
}

// A condition keeps what is in it, and loops inside of it are left.
// CHECK-LABEL: kernel.func @guarded
// CHECK:      kernel.for %i
// CHECK-NEXT:   kernel.if %i lt 3 {
// CHECK-NEXT:     [[V:%.*]] = view.load %a
// CHECK-NEXT:     kernel.for %j
kernel.func @guarded<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %xs = view.memory %x : !view.view<!lift.array<N, f32>>
  %ys = view.memory %y : !view.view<!lift.array<N, f32>>
  %a = view.access %xs[0] : !view.view<f32>
  kernel.for %i = 0 to N step 1 {
    kernel.if %i lt 3 {
      kernel.for %j = 0 to N step 1 {
        %to = view.access %ys[%j] : !view.view<f32>
        %v = view.load %a : f32
        view.store %v, %to : f32
      }
    }
  }
}

// What the kernel writes to stays where it is, also through another view of the buffer.
// CHECK-LABEL: kernel.func @written
// CHECK:      kernel.for %i
// CHECK-NEXT:   %to = view.access
// CHECK-NEXT:   [[V:%.*]] = view.load %a
kernel.func @written<N>(%x: !kernel.buffer<global, f32>) where [N mod 2 eq 0] {
  %xs = view.memory %x : !view.view<!lift.array<N, f32>>
  %same = view.memory %x : !view.view<!lift.array<N floordiv 2, !lift.array<2, f32>>>
  %flat = view.join %same : !view.view<!lift.array<N, f32>>
  %a = view.access %xs[0] : !view.view<f32>
  kernel.for %i = 0 to N step 1 {
    %to = view.access %flat[%i] : !view.view<f32>
    %v = view.load %a : f32
    view.store %v, %to : f32
  }
}

// A view that depends on the loop, or on what is loaded in it, is loaded in it; an array from its positions is computed
// before the loop where it reads nothing that is written.
// CHECK-LABEL: kernel.func @inside
// CHECK:      %c = view.access %squares[3]
// CHECK-NEXT: [[C:%.*]] = view.load %c : i32
// CHECK-NEXT: kernel.for %i
// CHECK:        %p = view.load %at
// CHECK:        %e = view.load %found
kernel.func @inside<N>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>) {
  %xs = view.memory %x : !view.view<!lift.array<N, i32>>
  %ys = view.memory %y : !view.view<!lift.array<N, i32>>
  %squares = view.generate [s : 4] : !view.view<!lift.array<4, i32>> {
    %n = kernel.apply [s * s] : i32
    kernel.yield %n : i32
  }
  %c = view.access %squares[3] : !view.view<i32>
  kernel.for %i = 0 to N step 1 {
    %at = view.access %xs[%i] : !view.view<i32>
    %p = view.load %at : i32
    %found = view.access %xs[%p] : !view.view<i32>
    %e = view.load %found : i32
    %k = view.load %c : i32
    %s = arith.addi %e, %k : i32
    %to = view.access %ys[%i] : !view.view<i32>
    view.store %s, %to : i32
  }
}
