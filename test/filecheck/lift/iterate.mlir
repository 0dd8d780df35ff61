// RUN: LIFT_ROUNDTRIP

// What must hold in the region is checked for each round's length: 64, 32, .., 2.
// CHECK-LABEL: lift.def @halving
lift.def @halving(%xs: !lift.array<64, f32>) -> !lift.array<1, f32> {
  // CHECK-NEXT: lift.iterate 6 (%t)[n] in %xs : !lift.array<1, f32> {
  %r = lift.iterate 6 (%t)[n] in %xs {
    // CHECK-NEXT: lift.split 2 %t : !lift.array<n floordiv 2, !lift.array<2, f32>>
    %twos = lift.split 2 %t
    %again = lift.join %twos
    // That both have one length is known only round by round.
    %both = lift.zip %again, %t
    %firsts = lift.map (%two) in %twos {
      %x = lift.at %two[0]
      lift.yield %x
    }
    lift.yield %firsts : !lift.array<n floordiv 2, f32>
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @shrinking
lift.def @shrinking<N>(%xs: !lift.array<N + 10, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate 5 (%t)[n] in %xs : !lift.array<N, f32> {
  %r = lift.iterate 5 (%t)[n] in %xs {
    %windows = lift.slide 3 by 1 %t
    %middle = lift.map (%w) in %windows {
      %x = lift.at %w[1]
      lift.yield %x
    }
    lift.yield %middle
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @growing
lift.def @growing<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<2 * M + N, f32> {
  // CHECK-NEXT: lift.iterate M (%t)[n] in %xs : !lift.array<2 * M + N, f32> {
  %r = lift.iterate M (%t)[n] in %xs {
    %more = lift.gather %t size n + 2 by (i) -> (i floordiv 3)
    lift.yield %more
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @symbolic
lift.def @symbolic<N>(%xs: !lift.array<N, f32>) -> !lift.array<1, f32> where [N eq pow(2, log2(N))] {
  // CHECK-NEXT: lift.iterate log2(N) (%t)[n] in %xs : !lift.array<1, f32> {
  %r = lift.iterate log2(N) (%t)[n] in %xs {
    %even = lift.gather %t size n floordiv 2 by (i) -> (2 * i)
    lift.yield %even
  }
  lift.return %r
}

// A length that no round changes needs no name; it gets one, and it is printed.
// CHECK-LABEL: lift.def @keeping
lift.def @keeping<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate M (%t)[k] in %xs : !lift.array<N, f32> {
  %r = lift.iterate M (%t) in %xs {
    lift.yield %t
  }
  lift.return %r
}
