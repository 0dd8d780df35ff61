// RUN: lift-opt %s -p canonicalize | filecheck %s

// CHECK-LABEL: lift.def @at_of_split
// CHECK-NEXT: lift.slice %xs from 8 size 4
lift.def @at_of_split(%xs: !lift.array<16, f32>) -> !lift.array<4, f32> {
  %s = lift.split 4 %xs
  %r = lift.at %s[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_slide
// CHECK-NEXT: lift.slice %xs from 4 size 3
lift.def @at_of_slide(%xs: !lift.array<15, f32>) -> !lift.array<3, f32> {
  %s = lift.slide 3 by 2 %xs
  %r = lift.at %s[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_partition
// CHECK-NEXT: lift.slice %xs from 3 size 3
lift.def @at_of_partition(%xs: !lift.array<6, f32>) -> !lift.array<3, f32> {
  %s = lift.partition %xs into 3 by (i) -> (i + 1)
  %r = lift.at %s[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_slice
// CHECK-NEXT: lift.at %xs[5]
lift.def @at_of_slice<N>(%xs: !lift.array<N + 8, f32>) -> f32 {
  %s = lift.slice %xs from 3 size N + 4
  %r = lift.at %s[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_gather
// CHECK-NEXT: lift.at %xs[N - 3]
lift.def @at_of_gather<N>(%xs: !lift.array<N, f32>) -> f32 where [N ge 3] {
  %s = lift.gather %xs by (i) -> (N - 1 - i)
  %r = lift.at %s[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_concat
// CHECK-NEXT: lift.at %b[2]
lift.def @at_of_concat<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> f32 {
  %all = lift.concat %a, %b
  %r = lift.at %all[N + 2]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_pad
// CHECK-NEXT: lift.at %xs[0]
lift.def @at_of_pad<N>(%xs: !lift.array<N, f32>) -> f32 {
  %p = lift.pad mirror 1, 1 %xs
  %r = lift.at %p[1]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_outside_of_pad
// CHECK-NEXT: lift.return %c
lift.def @at_outside_of_pad<N>(%xs: !lift.array<N, f32>, %c: f32) -> f32 {
  %p = lift.pad constant %c 1, 1 %xs
  %r = lift.at %p[N + 1]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_at_of_transpose
// CHECK-NEXT: [[ROW:%.*]] = lift.at %m[3] : !lift.array<M, f32>
// CHECK-NEXT: lift.at [[ROW]][0] : f32
lift.def @at_of_at_of_transpose<M>(%m: !lift.array<8, !lift.array<M, f32>>) -> f32 {
  %t = lift.transpose %m
  %c = lift.at %t[0]
  %r = lift.at %c[3]
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_map
// CHECK-NEXT: [[E:%.*]] = lift.at %m[2] : !lift.array<3, f32>
// CHECK-NEXT: lift.pad clamp 2, 0 [[E]] : !lift.array<5, f32>
// CHECK-NEXT: lift.return
lift.def @at_of_map<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<5, f32> where [N ge 3] {
  %t = lift.map (%row)[k] in %m {
    %p = lift.pad clamp k, 0 %row
    lift.yield %p
  }
  %r = lift.at %t[2]
  lift.return %r
}

// A map that is computed anyway is read.
// CHECK-LABEL: lift.def @at_of_map_used_twice
// CHECK: lift.map
// CHECK: lift.at
lift.def @at_of_map_used_twice<N>(%xs: !lift.array<N, f32>) -> tuple<f32, !lift.array<N, f32>> {
  %t = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %e = lift.at %t[0]
  %r = lift.tuple %e, %t
  lift.return %r
}

// CHECK-LABEL: lift.def @at_of_generate
// CHECK-NEXT: arith.constant 6 : i32
// CHECK-NEXT: lift.return
lift.def @at_of_generate() -> i32 {
  %g = lift.generate [i : 8] {
    %v = lift.nat 2 * i : i32
    lift.yield %v : i32
  }
  %r = lift.at %g[3]
  lift.return %r
}
