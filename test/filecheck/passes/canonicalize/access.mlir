// RUN: lift-opt %s -p canonicalize | filecheck %s

// CHECK-LABEL: lift.def @slice_of_all
// CHECK-NEXT: lift.return %xs
lift.def @slice_of_all<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 2 eq 0] {
  %r = lift.slice %xs from 0 size 2 * (N floordiv 2)
  lift.return %r
}

// CHECK-LABEL: lift.def @slice_of_slice
// CHECK-NEXT: lift.slice %xs from 3 size N : !lift.array<N, f32>
lift.def @slice_of_slice<N>(%xs: !lift.array<N + 8, f32>) -> !lift.array<N, f32> {
  %s = lift.slice %xs from 1 size N + 4
  %r = lift.slice %s from 2 size N
  lift.return %r
}

// CHECK-LABEL: lift.def @slice_of_gather
// CHECK-NEXT: lift.gather %xs size 4 by (i) -> (N + 2 - i)
lift.def @slice_of_gather<N>(%xs: !lift.array<N + 5, f32>) -> !lift.array<4, f32> {
  %g = lift.gather %xs by (i) -> (N + 4 - i)
  %r = lift.slice %g from 2 size 4
  lift.return %r
}

// The position of the gather is its own, also where a slice begins at a position of the same name.
// CHECK-LABEL: lift.def @slice_of_gather_at_a_position
// CHECK: lift.map (%x)[j] in %xs
// CHECK-NEXT: lift.gather %ys size 2 by (j1) -> (N - j - j1)
lift.def @slice_of_gather_at_a_position<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N + 1, f32>) -> !lift.array<N, !lift.array<2, f32>> {
  %g = lift.gather %ys by (j) -> (N - j)
  %r = lift.map (%x)[j] in %xs {
    %s = lift.slice %g from j size 2
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @slice_of_concat
// CHECK-NEXT: lift.slice %b from 1 size 2
lift.def @slice_of_concat<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>, %c: !lift.array<N, f32>) -> !lift.array<2, f32> {
  %all = lift.concat %a, %b, %c
  %r = lift.slice %all from N + 1 size 2
  lift.return %r
}

// CHECK-LABEL: lift.def @slice_across_concat
// CHECK: lift.concat
lift.def @slice_across_concat<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> !lift.array<2, f32> {
  %all = lift.concat %a, %b
  %r = lift.slice %all from N - 1 size 2
  lift.return %r
}

// CHECK-LABEL: lift.def @slice_of_pad
// CHECK-NEXT: lift.return %xs
lift.def @slice_of_pad<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad clamp 2, 3 %xs
  %r = lift.slice %p from 2 size N
  lift.return %r
}

// CHECK-LABEL: lift.def @slice_of_what_was_added
// CHECK: lift.pad
lift.def @slice_of_what_was_added<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad clamp 2, 3 %xs
  %r = lift.slice %p from 1 size N
  lift.return %r
}

// CHECK-LABEL: lift.def @gather_by_identity
// CHECK-NEXT: lift.return %xs
lift.def @gather_by_identity<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs by (i) -> (i mod N)
  lift.return %r
}

// CHECK-LABEL: lift.def @gather_by_a_permutation
// CHECK-NEXT: lift.gather
lift.def @gather_by_a_permutation<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs by (i) -> ((i + 1) mod N)
  lift.return %r
}

// CHECK-LABEL: lift.def @gather_in_a_row
// CHECK-NEXT: lift.slice %xs from 2 size N
lift.def @gather_in_a_row<N>(%xs: !lift.array<N + 4, f32>) -> !lift.array<N, f32> {
  %r = lift.gather %xs size N by (i) -> (i + 2)
  lift.return %r
}

// CHECK-LABEL: lift.def @gather_of_gather
// CHECK-NEXT: lift.return %xs
lift.def @gather_of_gather<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %g = lift.gather %xs by (i) -> (N - 1 - i)
  %r = lift.gather %g by (j) -> (N - 1 - j)
  lift.return %r
}

// CHECK-LABEL: lift.def @gather_of_slice
// CHECK-NEXT: lift.gather %xs size N by (i) -> (N + 1 - i)
lift.def @gather_of_slice<N>(%xs: !lift.array<N + 4, f32>) -> !lift.array<N, f32> {
  %s = lift.slice %xs from 2 size N
  %r = lift.gather %s by (i) -> (N - 1 - i)
  lift.return %r
}

// CHECK-LABEL: lift.def @scatter_by_identity
// CHECK-NEXT: lift.return %xs
lift.def @scatter_by_identity<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.scatter %xs by (i) -> (i)
  lift.return %r
}

// CHECK-LABEL: lift.def @concat_of_one
// CHECK-NEXT: lift.return %xs
lift.def @concat_of_one<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.concat %xs
  lift.return %r
}

// CHECK-LABEL: lift.def @concat_of_concat
// CHECK-NEXT: lift.concat %a, %b, %a
lift.def @concat_of_concat<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> !lift.array<2 * N + 4, f32> {
  %ab = lift.concat %a, %b
  %r = lift.concat %ab, %a
  lift.return %r
}

// CHECK-LABEL: lift.def @concat_of_nothing
// CHECK-NEXT: lift.return %a
lift.def @concat_of_nothing<N>(%a: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %none = lift.slice %a from 1 size 0
  %r = lift.concat %none, %a
  lift.return %r
}

// CHECK-LABEL: lift.def @concat_of_slices
// CHECK-NEXT: lift.slice %xs from 1 size N + 2
lift.def @concat_of_slices<N>(%xs: !lift.array<N + 4, f32>) -> !lift.array<N + 2, f32> {
  %a = lift.slice %xs from 1 size N
  %b = lift.slice %xs from N + 1 size 2
  %r = lift.concat %a, %b
  lift.return %r
}
