// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Iterations of the host have both states in one buffer, so that compilers do not know that what is read is not what was just
// written: neighbours are computed by vectors, and what fills none one by one.

// CHECK-LABEL: kernel void sweeps_2(global float *restrict r,
// CHECK: float8 sum = *(global const unaligned_float8 *)(r + [[FROM:offset[0-9]*]] + 8 * i2) + *(global const unaligned_float8 *)(r + [[FROM]] + 8 * i2 + 2);
// CHECK-NEXT: *(global unaligned_float8 *)(r + {{offset[0-9]*}} + 8 * i2 + 1) = sum;
lift.def @sweeps<N, M, K>(%grid: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = lift.iterate K (%now)[n] in %grid {
    %next = lift.map (%row) in %now {
      %wider = lift.pad clamp 1, 1 %row
      %threes = lift.slide 3 by 1 %wider
      %line = lift.map (%three) in %threes {
        %west = lift.at %three[0]
        %east = lift.at %three[2]
        %sum = arith.addf %west, %east : f32
        lift.yield %sum
      }
      lift.yield %line
    }
    lift.yield %next
  }
  lift.return %r
}

// Where there are two buffers, the compiler of the device finds vectors by itself.
// CHECK-LABEL: kernel void one_1(
// CHECK-NOT: float8
// CHECK: a[{{.*}}] + a[{{.*}} + 2]
lift.def @one<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %next = lift.map (%row) in %a {
    %wider = lift.pad clamp 1, 1 %row
    %threes = lift.slide 3 by 1 %wider
    %line = lift.map (%three) in %threes {
      %west = lift.at %three[0]
      %east = lift.at %three[2]
      %sum = arith.addf %west, %east : f32
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %next
}
