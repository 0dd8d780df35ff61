// RUN: LIFT_ROUNDTRIP

kernel.func @nothing() {
}

kernel.func @scale<N>(%x: !kernel.buffer<global, f32>, %alpha: f32, %y: !kernel.buffer<global, f32>) where [N mod 4 eq 0] {
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  %p = arith.mulf %e, %alpha : f32
  kernel.store %p, %y[%i]
}

kernel.func @step<N, iteration>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %t: !kernel.buffer<local, f32>)
    where [iteration le N] launch(local = [64], groups = [N]) {
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  kernel.store %e, %y[%i + iteration]
}

kernel.func @rows<N, rows[N]>(%x: !kernel.buffer<global, f32>) sums [offsets[N + 1] by (i) -> (rows[i])] where [rows[_] le N] {
}

// CHECK-LABEL: host.program @scale_all<N>(%x: !kernel.buffer<global, f32>, %alpha: f32) of (%x: !lift.array<N, f32>, %alpha: f32) -> !lift.array<N, f32> where [N mod 8 eq 0] {
host.program @scale_all<N>(%x: !kernel.buffer<global, f32>, %alpha: f32)
    of (%x: !lift.array<N, f32>, %alpha: f32) -> !lift.array<N, f32> where [N mod 8 eq 0] {
  // CHECK-NEXT: %y = host.alloc f32[N] : !kernel.buffer<global, f32>
  %y = host.alloc f32[N]
  // CHECK-NEXT: host.launch @scale(%x, %alpha, %y) local = [4] groups = [N floordiv 4]
  host.launch @scale(%x, %alpha, %y) local = [4] groups = [N floordiv 4]
  // CHECK-NEXT: host.return %y
  host.return %y
}

// CHECK-LABEL: host.program @iterations<N, M>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32> where [M le N] attributes {note = "kept"} {
host.program @iterations<N, M>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32>
    where [M le N] attributes {note = "kept"} {
  %a = host.alloc f32[2 * N] : !kernel.buffer<global, f32>
  // CHECK: %b = host.alloc f32[N floordiv 4096 + 1] : !kernel.buffer<global, f32>
  %b = host.alloc f32[N floordiv 4096 + 1] : !kernel.buffer<global, f32>
  // CHECK-NEXT: %t = host.local f32[2 * M] : !kernel.buffer<local, f32>
  %t = host.local f32[2 * M] : !kernel.buffer<local, f32>
  // CHECK-NEXT: host.for [iteration : M] {
  host.for [iteration : M] {
    // CHECK-NEXT: %c = host.alloc f32[iteration] : !kernel.buffer<global, f32>
    %c = host.alloc f32[iteration]
    // CHECK-NEXT: host.launch @step(%c, %a, %t) local = [64] groups = [N]
    host.launch @step(%c, %a, %t) local = [64] groups = [N]
    // CHECK-NEXT: host.free %c
    host.free %c
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: host.launch @nothing() local = [1, 1, M] groups = [min(N, 1024), 2, N]
  host.launch @nothing() local = [1, 1, M] groups = [min(N, 1024), 2, N] attributes {note = "kept"}
  // CHECK-NEXT: host.free %b
  host.free %b
  host.return %a
}

// A tuple is taken apart, in parameters and in the result; a vector that is no element is passed as it is.
// CHECK-LABEL: host.program @leaves<N>(%p: !kernel.buffer<global, f32>, %q: !kernel.buffer<global, i32>, %v: vector<4xf32>, %s: i1) of (%0: !lift.array<N, tuple<vector<4xf32>, i32>>, %s: tuple<vector<4xf32>, i1>) -> tuple<f32, !lift.array<N, vector<4xi32>>> {
host.program @leaves<N>(%p: !kernel.buffer<global, f32>, %q: !kernel.buffer<global, i32>, %v: vector<4xf32>, %s: i1)
    of (%0: !lift.array<N, tuple<vector<4xf32>, i32>>, %s: tuple<vector<4xf32>, i1>)
    -> tuple<f32, !lift.array<N, vector<4xi32>>> {
  // CHECK: host.return %p, %q
  host.return %p, %q
}

// CHECK-LABEL: host.program @ragged<N, rows[N]>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<i : N, !lift.array<rows[i], f32>>) -> !lift.array<i : N, !lift.array<rows[i], f32>> where [rows[_] le N] {
host.program @ragged<N, rows[N]>(%x: !kernel.buffer<global, f32>)
    of (%x: !lift.array<i : N, !lift.array<rows[i], f32>>) -> !lift.array<i : N, !lift.array<rows[i], f32>> where [rows[_] le N] {
  // CHECK-NEXT: host.alloc f32[sum(i : N, rows[i])]
  %y = host.alloc f32[sum(i : N, rows[i])]
  host.launch @rows(%x) local = [1] groups = [rows[0]]
  host.return %y
}
