// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @two
lift.def @two<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  // CHECK-NEXT: extra.interleave %xs, %ys : !lift.array<2 * N, f32>
  %both = extra.interleave %xs, %ys
  lift.return %both
}

// The lengths are the same under what is known of them.
// CHECK-LABEL: lift.def @three
lift.def @three<N, M>(%a: !lift.array<N, i32>, %b: !lift.array<2 * M, i32>, %c: !lift.array<N, i32>) -> !lift.array<3 * N, i32> where [N eq 2 * M] {
  // CHECK-NEXT: extra.interleave %a, %b, %c : !lift.array<6 * M, i32>
  %all = extra.interleave %a, %b, %c
  lift.return %all
}

// A hidden length stays hidden.
// CHECK-LABEL: lift.def @hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<2 * X, f32>> {
  // CHECK-NEXT: extra.interleave %e, %e : !lift.exists<X upto N, !lift.array<2 * X, f32>>
  %twice = extra.interleave %e, %e
  lift.return %twice
}

// CHECK-LABEL: lift.def @powers
lift.def @powers<N>(%x: f32, %one: f32) -> !lift.array<N, f32> {
  // CHECK-NEXT: extra.unfold N (%p) from %one : !lift.array<N, f32> {
  %powers = extra.unfold N (%p) from %one {
    %q = arith.mulf %p, %x : f32
    lift.yield %q
  }
  lift.return %powers
}

// The region may use its position, which has a range.
// CHECK-LABEL: lift.def @running
lift.def @running<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.array<N, f32> {
  // CHECK-NEXT: extra.unfold N (%sum)[k] from %zero : !lift.array<N, f32> {
  %sums = extra.unfold N (%sum)[k] from %zero {
    // CHECK-NEXT: lift.at %xs[k]
    %x = lift.at %xs[k]
    %next = arith.addf %sum, %x : f32
    lift.yield %next
  }
  lift.return %sums
}
