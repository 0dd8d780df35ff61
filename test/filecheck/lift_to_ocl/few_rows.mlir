// RUN: lift-opt %s -p lift-to-ocl | filecheck %s
// RUN: lift-opt %s -p 'lift-to-ocl{strategy=gpu}' | filecheck %s
// RUN: lift-opt %s --profile generic,parts=2 -p lift-to-ocl | filecheck %s --check-prefix=FEWER
// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s --check-prefix=KERNELS

// A few rows of different lengths are computed by a kernel each: of the windows of a padded array, those in the middle are
// read without a test.
// CHECK-LABEL: lift.def @windows
// CHECK:      %part = lift.at %parts[0] : !lift.array<2, !lift.array<3, f32>>
// CHECK:      %sums = ocl.map_glb<0> (%w) in %part
// CHECK:      %part_1 = lift.at %parts[1] : !lift.array<N - 4, !lift.array<3, f32>>
// CHECK:      %sums_1 = ocl.map_glb<0> (%w_1) in %part_1
// CHECK:      %part_2 = lift.at %parts[2] : !lift.array<2, !lift.array<3, f32>>
// CHECK:      %sums_2 = ocl.map_glb<0> (%w_2) in %part_2
// CHECK:      lift.concat %sums, %sums_1, %sums_2 : !lift.array<N, f32>
// FEWER-LABEL: lift.def @windows
// FEWER-NOT:  lift.concat
// FEWER:      lift.return
// KERNELS:      // launched with local = [64], groups = [1]
// KERNELS-NEXT: kernel void windows_1(
// KERNELS:      // launched with local = [64], groups = [(N + 59) floordiv 64]
// KERNELS-NEXT: kernel void windows_2(
// KERNELS:      acc = acc + m[g + i + 1];
// KERNELS:      kernel void windows_3(
lift.def @windows<N>(%m: !lift.array<N, f32>, %z: f32) -> !lift.array<N, f32> where [N ge 4] {
  %p = lift.pad constant %z 1, 1 %m
  %all = lift.slide 3 by 1 %p
  %parts = lift.partition %all into 3 by (i) -> (if(i eq 1, N - 4, 2))
  %r = lift.map (%part) in %parts {
    %sums = lift.map (%w) in %part {
      %s = lift.reduce ordered (%acc, %x) in %w from %z {
        %t = arith.addf %acc, %x : f32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %sums
  }
  %j = lift.join %r
  lift.return %j
}

// The position is a number in each of them.
// CHECK-LABEL: lift.def @positions
// CHECK:      lift.nat 0 : i32
// CHECK:      lift.nat 1 : i32
// CHECK:      lift.nat 2 : i32
lift.def @positions<N>(%xs: !lift.array<3 * N + 3, i32>) -> !lift.array<3 * N + 3, i32> {
  %parts = lift.partition %xs into 3 by (i) -> (N + i)
  %r = lift.map (%part)[k] in %parts {
    %n = lift.nat k : i32
    %sums = lift.map (%x) in %part {
      %s = arith.addi %x, %n : i32
      lift.yield %s
    }
    lift.yield %sums
  }
  %j = lift.join %r
  lift.return %j
}

// Rows of one length stay together, and so do those whose number is not known.
// CHECK-LABEL: lift.def @alike
// CHECK-NOT:  lift.concat
// CHECK-LABEL: lift.def @many
// CHECK-NOT:  lift.concat
// CHECK:      lift.return
lift.def @alike<N>(%xs: !lift.array<3 * N, i32>) -> !lift.array<3 * N, i32> {
  %parts = lift.partition %xs into 3 by (i) -> (N)
  %r = lift.map (%part) in %parts {
    %sums = lift.map (%x) in %part {
      %s = arith.addi %x, %x : i32
      lift.yield %s
    }
    lift.yield %sums
  }
  %j = lift.join %r
  lift.return %j
}
lift.def @many<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<sum(i : N, i + 1), i32> {
  %r = lift.map (%row) in %m {
    %sums = lift.map (%x) in %row {
      %s = arith.addi %x, %x : i32
      lift.yield %s
    }
    lift.yield %sums
  }
  %j = lift.join %r
  lift.return %j
}
