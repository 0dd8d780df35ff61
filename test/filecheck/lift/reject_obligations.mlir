// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @split<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 4, !lift.array<4, f32>> {
  // expected-error@+1 {{add `where [N mod 4 eq 0]` to the lift.def}}
  %r = lift.split 4 %xs
  lift.return %r
}

// -----

lift.def @split_by_nothing<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{the chunks of 'lift.split' may be empty}}
  %r = lift.split N - 1 %xs
  lift.return %r
}

// -----

lift.def @slice<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{none: N + 1 le N is false whatever the sizes are}}
  %r = lift.slice %xs from 1 size N
  lift.return %r
}

// -----

lift.def @slice_negative<N>(%xs: !lift.array<N, f32>) -> !lift.array<N - 2, f32> where [N ge 2] {
  // expected-error@+1 {{'lift.slice' may be out of bounds}}
  %r = lift.slice %xs from N - 3 size 1
  lift.return %r
}

// -----

// The missing fact is about the sizes, not about the position.
lift.def @slice_at_position<N, M>(%xs: !lift.array<N, f32>, %ys: !lift.array<M, f32>) -> !lift.array<N, !lift.array<3, f32>> {
  %r = lift.map (%x)[k] in %xs {
    // expected-error@+1 {{add `where [N + 2 le M]` to the lift.def}}
    %s = lift.slice %ys from k size 3
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @at<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{add `where [N ge 2]` to the lift.def}}
  %r = lift.at %xs[1]
  lift.return %r
}

// -----

lift.def @gather<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'lift.gather' may read out of bounds}}
  %r = lift.gather %xs by (i) -> (i + 1)
  lift.return %r
}

// -----

lift.def @scatter<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{the function of 'lift.scatter' sends a position out of bounds}}
  %r = lift.scatter %xs by (i) -> (i + N)
  lift.return %r
}

// -----

// expected-error@+1 {{a length of the parameter %xs may be negative: 'N - 2'}}
lift.def @negative<N>(%xs: !lift.array<N - 2, f32>) -> f32 {
  lift.return %xs
}

// -----

lift.def @negative_count<N>() -> !lift.array<N - 2, i32> where [N ge 2] {
  // expected-error@+1 {{a length of the result of 'lift.generate' may be negative}}
  %r = lift.generate [i : N - 3] {
    %v = lift.nat i
    lift.yield %v
  }
  lift.return %r
}

// -----

// expected-error@+1 {{a length of the result of @divisor may have no value}}
lift.def @divisor<N>(%x: f32) -> !lift.array<N floordiv (N - 1), f32> {
  lift.return %x
}

// -----

lift.def @divisor_in_index<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{may have no value}}
  %r = lift.nat N floordiv (N - 1)
  lift.return %r
}

// -----

lift.def @slide_short<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{the array of 'lift.slide' must not be more than a step of 1 short of a window of 3}}
  %r = lift.slide 3 by 1 %xs
  lift.return %r
}

// -----

lift.def @slide_short_by_more<N>(%xs: !lift.array<2 * N - 1, f32>) -> f32 {
  // expected-error@+1 {{the array of 'lift.slide' must not be more than a step of 2 short of a window of 5}}
  %r = lift.slide 5 by 2 %xs
  lift.return %r
}

// -----

lift.def @slide_cover<N>(%xs: !lift.array<2 * N + 2, f32>) -> f32 {
  // expected-error@+1 {{its steps of 2 do not cover it}}
  %r = lift.slide 3 by 2 %xs
  lift.return %r
}

// -----

lift.def @mirror<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 4, f32> {
  // expected-error@+1 {{'lift.pad mirror' can add at most as many elements as there are}}
  %r = lift.pad mirror 2, 2 %xs
  lift.return %r
}

// -----

lift.def @clamp<N>(%xs: !lift.array<N - 1, f32>) -> !lift.array<N + 1, f32> {
  // expected-error@+1 {{'lift.pad clamp' repeats an element, and there may be none}}
  %r = lift.pad clamp 1, 1 %xs
  lift.return %r
}

// -----

lift.def @pad_negative<N>(%xs: !lift.array<N, f32>, %z: f32) -> !lift.array<N, f32> {
  // expected-error@+1 {{an amount of 'lift.pad' may be negative}}
  %r = lift.pad constant %z 0, N - 2 %xs
  lift.return %r
}

// -----

lift.def @pad_value<N>(%xs: !lift.array<N, f32>, %z: f64) -> !lift.array<N, f32> {
  // expected-error@+1 {{the value of 'lift.pad' has the wrong type}}
  %r = lift.pad constant %z 0, 1 %xs
  lift.return %r
}

// -----

lift.def @partition<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{parts of 3 elements in all, and an array of N}}
  %r = lift.partition %xs into 3 by (i) -> (i)
  lift.return %r
}

// -----

lift.def @partition_negative<N>(%xs: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{a length of the result of 'lift.partition' may be negative}}
  %r = lift.partition %xs into 2 by (i) -> (if(i eq 0, N + 1, 0 - 1))
  lift.return %r
}

// -----

lift.def @pack<N>(%xs: !lift.array<N + 1, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // expected-error@+1 {{the length that 'lift.pack' hides may exceed its bound}}
  %r = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>
  lift.return %r
}
