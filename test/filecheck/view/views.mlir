// RUN: LIFT_ROUNDTRIP

// Types follow from the operands, as they do in `lift`.
// CHECK-LABEL: kernel.func @layout
kernel.func @layout<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %c: f32) where [N mod 4 eq 0, N ge 4] {
  // CHECK-NEXT: %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  // CHECK-NEXT: %s = view.split 4 %m : !view.view<!lift.array<N floordiv 4, !lift.array<4, f32>>>
  %s = view.split 4 %m
  // CHECK-NEXT: view.transpose %s : !view.view<!lift.array<4, !lift.array<N floordiv 4, f32>>>
  %t = view.transpose %s
  // CHECK-NEXT: view.join %t : !view.view<!lift.array<N, f32>>
  %j = view.join %t
  // CHECK-NEXT: view.slide 3 by 1 %m : !view.view<!lift.array<N - 2, !lift.array<3, f32>>>
  %w = view.slide 3 by 1 %m
  // CHECK-NEXT: view.pad clamp 1, 1 %m : !view.view<!lift.array<N + 2, f32>>
  %p = view.pad clamp 1, 1 %m
  // CHECK-NEXT: view.pad constant %c 1, 0 %m : !view.view<!lift.array<N + 1, f32>>
  %q = view.pad constant %c 1, 0 %m
  // CHECK-NEXT: view.gather %m by (i) -> (N - i - 1) : !view.view<!lift.array<N, f32>>
  %g = view.gather %m by (i) -> (N - 1 - i)
  // CHECK-NEXT: view.scatter %m by (i) -> (N - i - 1) : !view.view<!lift.array<N, f32>>
  %d = view.scatter %m by (i) -> (N - 1 - i)
  // CHECK-NEXT: view.slice %m from 1 size 3 : !view.view<!lift.array<3, f32>>
  %l = view.slice %m from 1 size 3
  // CHECK-NEXT: view.concat %m, %l : !view.view<!lift.array<N + 3, f32>>
  %n = view.concat %m, %l
  // CHECK-NEXT: view.as_vector 4 %m : !view.view<!lift.array<N floordiv 4, vector<4xf32>>>
  %v = view.as_vector 4 %m
  // CHECK-NEXT: view.as_scalar %v : !view.view<!lift.array<N, f32>>
  %u = view.as_scalar %v
  // CHECK-NEXT: view.zip %m, %g : !view.view<!lift.array<N, tuple<f32, f32>>>
  %z = view.zip %m, %g
  // CHECK-NEXT: view.unzip %z : !view.view<tuple<!lift.array<N, f32>, !lift.array<N, f32>>>
  %uz = view.unzip %z
  // CHECK-NEXT: view.get %uz[1] : !view.view<!lift.array<N, f32>>
  %b = view.get %uz[1]
  // CHECK-NEXT: view.tuple %b, %s
  %both = view.tuple %b, %s
  // CHECK-NEXT: view.memory %x, %y : !view.view<!lift.array<N, tuple<f32, f32>>>
  %two = view.memory %x, %y : !view.view<!lift.array<N, tuple<f32, f32>>>
  // CHECK-NEXT: view.constant %c : !view.view<!lift.array<N, f32>>
  %k = view.constant %c : !view.view<!lift.array<N, f32>>
}

// CHECK-LABEL: kernel.func @elements
kernel.func @elements<N>(%x: !kernel.buffer<global, f32>, %o: !kernel.buffer<global, i32>) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<i + 1, f32>>>
  // CHECK: view.generate [i : N] : !view.view<!lift.array<N, i32>> {
  %positions = view.generate [i : N] {
    // CHECK-NEXT: kernel.apply [2 * i] : i32
    %p = kernel.apply [2 * i] : i32
    // CHECK-NEXT: kernel.yield %p : i32
    kernel.yield %p
  }
  // CHECK: kernel.for %i[k] = 0 to N step 1 {
  kernel.for %i[k] = 0 to N step 1 {
    // Where the type of an element depends on its position, the index is the name of it.
    // CHECK-NEXT: %row = view.access %m[k] : !view.view<!lift.array<k + 1, f32>>
    %row = view.access %m[k]
    kernel.for %j[l] = 0 to k + 1 step 1 {
      // CHECK: view.access %row[%j] : !view.view<f32>
      %e = view.access %row[%j]
      // CHECK-NEXT: view.load
      %v = view.load %e
      // CHECK-NEXT: view.store %v, %e : f32
      view.store %v, %e
      // CHECK-NEXT: view.store %v, %e past_caches : f32
      view.store %v, %e past_caches
    }
  }
}

// CHECK-LABEL: kernel.func @mapped
kernel.func @mapped<N>(%x: !kernel.buffer<global, f32>) where [N mod 2 eq 0] {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<2 * i, f32>>>
  // CHECK: view.map (%row)[k] in %m : !view.view<!lift.array<k : N, !lift.array<k, !lift.array<2, f32>>>> {
  %v = view.map (%row)[k] in %m {
    // CHECK-NEXT: view.split 2 %row : !view.view<!lift.array<k, !lift.array<2, f32>>>
    %s = view.split 2 %row
    lift.yield %s
  }
  // Types are equal when their numbers are.
  // CHECK: view.memory %x : !view.view<!lift.array<2 * (N floordiv 2), f32>>
  %a = view.memory %x : !view.view<!lift.array<2 * (N floordiv 2), f32>>
  // CHECK-NEXT: view.gather
  %b = view.gather %a by (i) -> (i) : !view.view<!lift.array<N, f32>>
}

// The elements that a work item owns of an array.
// CHECK-LABEL: kernel.func @own
kernel.func @own<N>(%x: !kernel.buffer<global, f32>) {
  %p = kernel.alloc private f32[8]
  %m = view.memory %p : !view.view<!lift.array<2, !lift.array<4, f32>>>
  // CHECK: view.own %m by [16, 1] : !view.view<!lift.array<20, !lift.array<4, f32>>>
  %v = view.own %m by [16, 1] : !view.view<!lift.array<20, !lift.array<4, f32>>>
}

// Elements have the lengths that they have where there are any.
// CHECK-LABEL: kernel.func @few_rows
kernel.func @few_rows<N>(%x: !kernel.buffer<global, f32>) {
  // CHECK-NEXT: view.memory %x : !view.view<!lift.array<max(0, 2 - N), !lift.array<2 - N, f32>>>
  %m = view.memory %x : !view.view<!lift.array<max(0, 2 - N), !lift.array<2 - N, f32>>>
}
