// RUN: LIFT_ROUNDTRIP

// The partner in a butterfly, i xor 2 and i xor 1.
// CHECK-LABEL: lift.def @partners
lift.def @partners<N>(%x: !lift.array<4 * N, i32>, %y: !lift.array<2 * N, i32>) -> !lift.array<4 * N, i32> {
  // CHECK-NEXT: lift.gather %x by (i) -> (if(i mod 4 ge 2, i - 2, i + 2)) : !lift.array<4 * N, i32>
  %a = lift.gather %x by (i) -> (if(i mod 4 lt 2, i + 2, i - 2))
  // CHECK-NEXT: lift.gather %y
  %b = lift.gather %y by (i) -> (if(i mod 2 eq 1, i - 1, i + 1))
  // CHECK-NEXT: lift.gather %y
  %c = lift.gather %y by (i) -> (i + 1 - 2 * (i mod 2))
  // CHECK-NEXT: lift.gather %y
  %d = lift.gather %y by (i) -> (2 * (i floordiv 2) + 1 - i mod 2)
  // CHECK-NEXT: lift.gather %x
  %e = lift.gather %x by (i) -> (if((i floordiv 2) mod 2 eq 0, i + 2, i - 2))
  lift.return %a
}

// CHECK-LABEL: lift.def @partners_in_blocks
lift.def @partners_in_blocks<N, B>(%x: !lift.array<16 * N, i32>, %y: !lift.array<2 * B * N, i32>) -> !lift.array<2 * B * N, i32> {
  // CHECK-NEXT: lift.gather %x
  %a = lift.gather %x by (i) -> (if(i mod 8 lt 4, i + 4, i - 4))
  // CHECK-NEXT: lift.gather %x
  %b = lift.gather %x by (i) -> (if(i mod 16 lt 8, i + 8, i - 8))
  // CHECK-NEXT: lift.gather %y
  %c = lift.gather %y by (i) -> (if(i mod (2 * B) lt B, i + B, i - B))
  lift.return %c
}

// CHECK-LABEL: lift.def @partners_in_iterations
lift.def @partners_in_iterations<N>(%x: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // CHECK-NEXT: lift.iterate 2
  %r = lift.iterate 2 (%t) in %x {
    // CHECK-NEXT: lift.gather %t by (i) -> (if(i mod 2 eq 0, i, i - 1))
    %e = lift.gather %t by (i) -> (if(i mod 2 eq 0, i, i - 1))
    lift.yield %e
  }
  lift.return %r
}

// The last chunk may be shorter; where there are more chunks than are needed, the others are empty.
// CHECK-LABEL: lift.def @chunks
lift.def @chunks<N, B, M>(%x: !lift.array<N, i32>) -> !lift.array<i : N ceildiv 4, !lift.array<min(4, N - 4 * i), i32>> where [4 * M ge N] {
  // CHECK-NEXT: lift.partition %x into (N + 3) floordiv 4 by (i) -> (min(N - 4 * i, 4))
  %a = lift.partition %x into N ceildiv 4 by (i) -> (min(4, N - 4 * i))
  // CHECK-NEXT: lift.partition %x into
  %b = lift.partition %x into N ceildiv B by (i) -> (min(B, N - B * i))
  // CHECK-NEXT: lift.partition %x into M
  %c = lift.partition %x into M by (i) -> (max(min(4, N - 4 * i), 0))
  lift.return %a
}

// CHECK-LABEL: lift.def @whole_chunks
lift.def @whole_chunks<N>(%x: !lift.array<N, i32>) -> !lift.array<i : N floordiv 4, !lift.array<4, i32>> where [N eq 4 * (N floordiv 4)] {
  // CHECK-NEXT: lift.partition %x into N floordiv 4 by (i) -> (min(N - 4 * i, 4))
  %a = lift.partition %x into N floordiv 4 by (i) -> (min(4, N - 4 * i))
  lift.return %a
}

// A fact about a square is used as one about a product is.
// CHECK-LABEL: lift.def @squares
lift.def @squares<N, M>(%x: !lift.array<N * N, i32>, %y: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<2, i32> where [N * N ge 5, N * M ge 6] {
  // CHECK-NEXT: lift.slide 2 by 1 %x : !lift.array<N * N - 1, !lift.array<2, i32>>
  %w = lift.slide 2 by 1 %x
  // CHECK-NEXT: lift.at %x[8]
  %a = lift.at %x[8]
  // CHECK-NEXT: lift.join %y
  %j = lift.join %y
  // CHECK-NEXT: lift.slide 6 by 1 %j : !lift.array<M * N - 5, !lift.array<6, i32>>
  %v = lift.slide 6 by 1 %j
  // CHECK-NEXT: lift.at %j[5]
  %b = lift.at %j[5]
  // CHECK-NEXT: lift.at %w[3]
  %r = lift.at %w[3]
  lift.return %r
}

// CHECK-LABEL: lift.def @multiples
lift.def @multiples<N, M>(%x: !lift.array<N * N - N + 1, i32>, %y: !lift.array<N * M floordiv 2, i32>) -> !lift.array<N * M floordiv 2, i32> where [(N * N + 1 - N) mod 7 eq 0, M * N floordiv 2 mod 4 eq 0] {
  // CHECK-NEXT: lift.split 7 %x
  %a = lift.split 7 %x
  // CHECK-NEXT: lift.split 4 %y
  %b = lift.split 4 %y
  // CHECK-NEXT: lift.join
  // CHECK-SAME: !lift.array<M * N floordiv 2, i32>
  %c = lift.join %b
  lift.return %c
}
