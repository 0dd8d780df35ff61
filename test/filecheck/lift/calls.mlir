// RUN: LIFT_ROUNDTRIP

lift.user_fun @square(x: f32) -> f32 = "return x * x;"

// CHECK-LABEL: lift.def @call_c
lift.def @call_c<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    // CHECK: lift.call @square(%x) : f32
    %y = lift.call @square(%x)
    lift.yield %y
  }
  lift.return %r
}

lift.def @rows<K, L>(%x: !lift.array<K, !lift.array<2 * L, f32>>) -> !lift.array<K * L, f32> where [L ge 2] {
  %flat = lift.join %x
  %half = lift.slice %flat from 0 size K * L
  lift.return %half
}

// The nats of the callee are solved from the argument: K is N, and L is 2 * N.
// CHECK-LABEL: lift.def @call_def
lift.def @call_def<N>(%x: !lift.array<N, !lift.array<4 * N, f32>>) -> !lift.array<2 * N * N, f32> {
  // CHECK-NEXT: lift.call @rows(%x) : !lift.array<2 * N * N, f32>
  %r = lift.call @rows(%x)
  lift.return %r
}

lift.def @sparse<K, r[K]>(%x: !lift.array<i : K, !lift.array<r[i], f32>>) -> !lift.array<sum(i : K, r[i]), f32> where [r[_] le 10] {
  %flat = lift.join %x
  lift.return %flat
}

// So are its tables.
// CHECK-LABEL: lift.def @call_with_table
lift.def @call_with_table<N, lengths[N]>(%x: !lift.array<i : N, !lift.array<lengths[i], f32>>) -> !lift.array<sum(i : N, lengths[i]), f32> where [lengths[_] le 9] {
  // CHECK-NEXT: lift.call @sparse(%x) : !lift.array<sum(i : N, lengths[i]), f32>
  %r = lift.call @sparse(%x)
  lift.return %r
}

// A callee that comes later needs the annotation.
// CHECK-LABEL: lift.def @forward
lift.def @forward(%x: f32) -> f32 {
  // CHECK-NEXT: lift.call @later(%x) : f32
  %r = lift.call @later(%x) : f32
  lift.return %r
}
lift.user_fun @later(x: f32) -> f32 = "return x;"
