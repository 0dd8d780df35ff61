// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @partner_too_far<N>(%x: !lift.array<4 * N, i32>) -> !lift.array<4 * N, i32> {
  // expected-error@+1 {{'lift.gather' may read out of bounds}}
  %r = lift.gather %x by (i) -> (if(i mod 4 lt 2, i + 3, i - 2))
  lift.return %r
}

// -----

lift.def @partner_before_the_first<N>(%x: !lift.array<4 * N, i32>) -> !lift.array<4 * N, i32> {
  // expected-error@+1 {{if(i mod 4 ge 2, i - 3, i + 2) ge 0}}
  %r = lift.gather %x by (i) -> (if(i mod 4 lt 2, i + 2, i - 3))
  lift.return %r
}

// -----

lift.def @no_whole_number_of_blocks<N>(%x: !lift.array<4 * N + 1, i32>) -> !lift.array<4 * N + 1, i32> {
  // expected-error@+1 {{'lift.gather' may read out of bounds}}
  %r = lift.gather %x by (i) -> (if(i mod 4 lt 2, i + 2, i - 2))
  lift.return %r
}

// -----

lift.def @no_whole_number_of_symbolic_blocks<N, B>(%x: !lift.array<3 * B * N, i32>) -> !lift.array<3 * B * N, i32> {
  // expected-error@+1 {{'lift.gather' may read out of bounds}}
  %r = lift.gather %x by (i) -> (if(i mod (2 * B) lt B, i + B, i - B))
  lift.return %r
}

// -----

lift.def @last_chunk_left_out<N>(%x: !lift.array<N, i32>) -> !lift.array<i : N floordiv 4, !lift.array<min(4, N - 4 * i), i32>> {
  // expected-error@+1 {{add `where [N eq 4 * (N floordiv 4)]` to the lift.def}}
  %r = lift.partition %x into N floordiv 4 by (i) -> (min(4, N - 4 * i))
  lift.return %r
}

// -----

// There may be a chunk of less than nothing.
lift.def @one_chunk_too_many<N>(%x: !lift.array<N, i32>) -> i32 {
  // expected-error@+1 {{a length of the result of 'lift.partition' may be negative}}
  %r = lift.partition %x into N floordiv 4 + 2 by (i) -> (min(4, N - 4 * i))
  %z = arith.constant 0 : i32
  lift.return %z
}

// -----

lift.def @chunks_of_another_length<N>(%x: !lift.array<N, i32>) -> !lift.array<i : N ceildiv 4, !lift.array<min(5, N - 4 * i), i32>> {
  // expected-error@+1 {{the parts of 'lift.partition' must add up to the length of the array}}
  %r = lift.partition %x into N ceildiv 4 by (i) -> (min(5, N - 4 * i))
  lift.return %r
}

// -----

lift.def @too_few_chunks<N, M>(%x: !lift.array<N, i32>) -> !lift.array<i : M, !lift.array<max(min(4, N - 4 * i), 0), i32>> where [5 * M ge N] {
  // expected-error@+1 {{the parts of 'lift.partition' must add up to the length of the array}}
  %r = lift.partition %x into M by (i) -> (max(min(4, N - 4 * i), 0))
  lift.return %r
}

// -----

lift.def @square_too_small<N>(%x: !lift.array<N * N, i32>) -> i32 where [N * N ge 5] {
  // expected-error@+1 {{add `where [N * N ge 10]` to the lift.def}}
  %r = lift.at %x[9]
  lift.return %r
}

// -----

lift.def @square_and_product<N, M>(%x: !lift.array<N * M, i32>) -> i32 where [N * N ge 5] {
  // expected-error@+1 {{add `where [M * N ge 6]` to the lift.def}}
  %r = lift.at %x[5]
  lift.return %r
}
