// RUN: lift-opt %s -p canonicalize | filecheck %s

// CHECK-LABEL: lift.def @join_of_split
// CHECK-NEXT: lift.return %xs
lift.def @join_of_split<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %s = lift.split 4 %xs
  %r = lift.join %s
  lift.return %r
}

// The type of an element goes along with it.
// CHECK-LABEL: lift.def @join_of_split_of_rows
// CHECK-NEXT: lift.return %xs
lift.def @join_of_split_of_rows<N>(%xs: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> where [N mod 4 eq 0] {
  %s = lift.split 4 %xs
  %r = lift.join %s
  lift.return %r
}

// CHECK-LABEL: lift.def @split_of_join
// CHECK-NEXT: lift.return %xss
lift.def @split_of_join<N>(%xss: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %j = lift.join %xss
  %r = lift.split 8 %j
  lift.return %r
}

// Rows of another length are not the same rows.
// CHECK-LABEL: lift.def @split_of_join_differs
// CHECK: lift.join
// CHECK: lift.split 4
lift.def @split_of_join_differs<N>(%xss: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<2 * N, !lift.array<4, f32>> {
  %j = lift.join %xss
  %r = lift.split 4 %j
  lift.return %r
}

// Nor are rows of growing length, joined into a square.
// CHECK-LABEL: lift.def @split_of_join_of_rows
// CHECK: lift.join
// CHECK: lift.split N
lift.def @split_of_join_of_rows<N>(%xss: !lift.array<i : N, !lift.array<2 * i + 1, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %j = lift.join %xss
  %r = lift.split N %j
  lift.return %r
}

// CHECK-LABEL: lift.def @join_of_partition
// CHECK-NEXT: lift.return %xs
lift.def @join_of_partition(%xs: !lift.array<6, f32>) -> !lift.array<6, f32> {
  %p = lift.partition %xs into 3 by (i) -> (i + 1)
  %r = lift.join %p
  lift.return %r
}

// CHECK-LABEL: lift.def @partition_of_join
// CHECK-NEXT: lift.return %xss
lift.def @partition_of_join(%xss: !lift.array<i : 3, !lift.array<i + 1, f32>>) -> !lift.array<i : 3, !lift.array<i + 1, f32>> {
  %j = lift.join %xss
  %r = lift.partition %j into 3 by (i) -> (i + 1)
  lift.return %r
}

// CHECK-LABEL: lift.def @partition_of_join_differs
// CHECK: lift.partition
lift.def @partition_of_join_differs(%xss: !lift.array<i : 3, !lift.array<i + 1, f32>>) -> !lift.array<i : 3, !lift.array<3 - i, f32>> {
  %j = lift.join %xss
  %r = lift.partition %j into 3 by (i) -> (3 - i)
  lift.return %r
}

// CHECK-LABEL: lift.def @transpose_of_transpose
// CHECK-NEXT: lift.return %m
lift.def @transpose_of_transpose<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %t = lift.transpose %m
  %r = lift.transpose %t
  lift.return %r
}

// CHECK-LABEL: lift.def @slide_without_overlap
// CHECK-NEXT: %r = lift.split 4 %xs : !lift.array<N floordiv 4, !lift.array<4, f32>>
lift.def @slide_without_overlap<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 4, !lift.array<4, f32>> where [N mod 4 eq 0, N ge 4] {
  %r = lift.slide 4 by 4 %xs
  lift.return %r
}

// CHECK-LABEL: lift.def @slide_with_overlap
// CHECK-NEXT: lift.slide 3 by 1 %xs
lift.def @slide_with_overlap<N>(%xs: !lift.array<N + 2, f32>) -> !lift.array<N, !lift.array<3, f32>> {
  %r = lift.slide 3 by 1 %xs
  lift.return %r
}

// CHECK-LABEL: lift.def @pad_by_nothing
// CHECK-NEXT: lift.return %xs
lift.def @pad_by_nothing<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.pad mirror 0, 0 %xs
  lift.return %r
}

// CHECK-LABEL: lift.def @pad_clamp_of_pad_clamp
// CHECK-NEXT: lift.pad clamp 3, 7 %xs : !lift.array<N + 10, f32>
lift.def @pad_clamp_of_pad_clamp<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 10, f32> {
  %p = lift.pad clamp 1, 3 %xs
  %r = lift.pad clamp 2, 4 %p
  lift.return %r
}

// CHECK-LABEL: lift.def @pad_constant_of_pad_constant
// CHECK-NEXT: lift.pad constant %c 3, 7 %xs
lift.def @pad_constant_of_pad_constant<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.array<N + 10, f32> {
  %p = lift.pad constant %c 1, 3 %xs
  %r = lift.pad constant %c 2, 4 %p
  lift.return %r
}

// What the second one adds mirrors what the first has added.
// CHECK-LABEL: lift.def @pad_mirror_of_pad_mirror
// CHECK-NEXT: lift.pad mirror 1, 1
// CHECK-NEXT: lift.pad mirror 1, 1
lift.def @pad_mirror_of_pad_mirror<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 4, f32> {
  %p = lift.pad mirror 1, 1 %xs
  %r = lift.pad mirror 1, 1 %p
  lift.return %r
}

// CHECK-LABEL: lift.def @pad_constant_of_another
// CHECK-NEXT: lift.pad constant %c 1, 1
// CHECK-NEXT: lift.pad constant %d 1, 1
lift.def @pad_constant_of_another<N>(%xs: !lift.array<N, f32>, %c: f32, %d: f32) -> !lift.array<N + 4, f32> {
  %p = lift.pad constant %c 1, 1 %xs
  %r = lift.pad constant %d 1, 1 %p
  lift.return %r
}
