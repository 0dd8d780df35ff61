// RUN: LIFT_ROUNDTRIP

kernel.func @count<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %n: !kernel.buffer<global, i32>) {
}

// CHECK-LABEL: host.program @some<N>(%x0: i32, %x1: !kernel.buffer<global, f32>) of (%x: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N + 2, !lift.array<X, f32>> {
host.program @some<N>(%x0: i32, %x1: !kernel.buffer<global, f32>)
    of (%x: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N + 2, !lift.array<X, f32>> {
  // CHECK-NEXT: %lengths = host.lengths 2 : !kernel.buffer<global, i32>
  %lengths = host.lengths 2
  %y = host.alloc f32[N + 2]
  host.launch @count(%x1, %y, %lengths) local = [1] groups = [1]
  // CHECK: %a, %b = host.read %lengths
  %a, %b = host.read %lengths
  // CHECK-NEXT: host.apply [%b + 2] : i32
  %n = host.apply [%b + 2]
  // CHECK-NEXT: host.return %n, %y
  host.return %n, %y
}
