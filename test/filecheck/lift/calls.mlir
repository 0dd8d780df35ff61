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

lift.def @tile<R, C>(%x: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %x
  lift.return %r
}

// What the arguments do not show is given, in terms of the caller.
// CHECK-LABEL: lift.def @call_with_sizes
lift.def @call_with_sizes<N>(%x: !lift.array<16 * N, f32>) -> !lift.array<2 * N, !lift.array<8, f32>> {
  // CHECK-NEXT: lift.call @tile<R = 2 * N, C = 8>(%x) : !lift.array<2 * N, !lift.array<8, f32>>
  %r = lift.call @tile<R = 2 * N, C = 8>(%x)
  lift.return %r
}

// One that is given shows the other.
// CHECK-LABEL: lift.def @call_with_a_size
lift.def @call_with_a_size<C>(%x: !lift.array<16 * C, f32>) -> !lift.array<8, !lift.array<2 * C, f32>> {
  // CHECK-NEXT: lift.call @tile<R = 8>(%x) : !lift.array<8, !lift.array<2 * C, f32>>
  %r = lift.call @tile<R = 8>(%x)
  lift.return %r
}

lift.def @longer<N, M>(%x: !lift.array<N, f32>, %y: !lift.array<N + M, f32>) -> !lift.array<M, f32> {
  %r = lift.slice %y from 0 size M
  lift.return %r
}

// The caller may call something else by a name of the callee: N is M here, and M is 4.
// CHECK-LABEL: lift.def @call_with_the_same_name
lift.def @call_with_the_same_name<M>(%x: !lift.array<M, f32>, %y: !lift.array<M + 4, f32>) -> !lift.array<4, f32> {
  // CHECK-NEXT: lift.call @longer(%x, %y) : !lift.array<4, f32>
  %r = lift.call @longer(%x, %y)
  lift.return %r
}
