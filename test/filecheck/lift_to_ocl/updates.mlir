// RUN: lift-opt %s -p 'lift-set-profile{profile="pocl,compute_units=2"},lift-to-ocl' | filecheck %s
// RUN: lift-opt %s -p 'lift-set-profile{profile="generic,compute_units=2"},lift-to-ocl' | filecheck %s --check-prefix=PLAIN
// RUN: lift-opt %s -p 'lift-set-profile{profile="gpu"},lift-to-ocl' | filecheck %s --check-prefix=GPU

// A histogram of what a map computes: the map goes into the parts, and is computed where it is read.
// CHECK-LABEL: lift.def @histogram
// CHECK: lift.partition %xs into (N - 1) floordiv (4 * M + N floordiv 32 + 1) + 1
// CHECK: %copies = ocl.map_wrg<0>
// CHECK: %[[places:.*]] = lift.generate
// CHECK: arith.fptosi
// CHECK: %copy = ocl.update_seq (%old, %x{{.*}}) in %{{.*}} at %[[places]] into %neutrals
// CHECK: ocl.map_wrg<0>
// CHECK: ocl.reduce_seq
// PLAIN-LABEL: lift.def @histogram
// PLAIN: %copies = ocl.map_glb<0> (%part)
// PLAIN: ocl.update_seq
// PLAIN: %r = ocl.map_glb<0> (%column)
// PLAIN: ocl.reduce_seq
// GPU-LABEL: lift.def @histogram
// GPU: lift.partition %xs into (N - 1) floordiv (4 * M + N floordiv 2048 + 1) + 1
// GPU: ocl.update_seq
lift.def @histogram<N, M>(%xs: !lift.array<N, f32>, %scale: f32, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %one = arith.constant 1 : i32
  %is = lift.map (%x) in %xs {
    %e = arith.mulf %x, %scale : f32
    %i = arith.fptosi %e : f32 to i32
    lift.yield %i
  }
  %r = lift.update (%old, %x) in %xs at %is into %before {
    %s = arith.addi %old, %one : i32
    lift.yield %s
  }
  lift.return %r
}

// What is not seen to be a sum is done in order.
// CHECK-LABEL: lift.def @last
// CHECK-NEXT: %r = ocl.update_seq (%old, %x) in %xs at %is into %before
lift.def @last<N, M>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %before: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}

// So is what is said to be ordered, and what has no more elements than there are to update.
// CHECK-LABEL: lift.def @ordered
// CHECK-NEXT: %r = ocl.update_seq (%old, %x) in %xs at %is into %before
lift.def @ordered<N, M>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %before: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.update ordered (%old, %x) in %xs at %is into %before {
    %s = arith.addf %old, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @few
// CHECK-NEXT: %r = ocl.update_seq (%old, %x) in %xs at %is into %before
lift.def @few<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> where [N le M] {
  %r = lift.update (%old, %x) in %xs at %is into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// In a row, one work item does it.
// CHECK-LABEL: lift.def @rows
// CHECK: ocl.map_wrg<0>
// CHECK: ocl.update_seq (%old, %x) in %row at %row into %before
lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %before: !lift.array<16, i32>) -> !lift.array<N, !lift.array<16, i32>> {
  %r = lift.map (%row) in %xss {
    %s = lift.update (%old, %x) in %row at %row into %before {
      %t = arith.addi %old, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
