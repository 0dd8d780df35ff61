// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels' | filecheck %s

// Each op at the top level that computes is a kernel; layout ops stay outside.
// CHECK-LABEL: lift.def @two
// CHECK:      %a = ocl.kernel @two_1 : !lift.array<N, f32> {
// CHECK-NEXT:   %a_1 = ocl.map_glb<0> (%x) in %xs
// CHECK:        lift.yield %a_1
// CHECK:      %w = lift.slide 2 by 1 %a
// CHECK-NEXT: %b = ocl.kernel @two_2 : !lift.array<N - 1, f32> {
// CHECK-NEXT:   ocl.map_glb<0> (%p) in %w
// CHECK:      lift.return %b
lift.def @two<N>(%xs: !lift.array<N, f32>) -> !lift.array<N - 1, f32> where [N ge 2] {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %w = lift.slide 2 by 1 %a
  %b = ocl.map_glb<0> (%p) in %w {
    %l = lift.at %p[0]
    %r = lift.at %p[1]
    %s = arith.addf %l, %r : f32
    lift.yield %s
  }
  lift.return %b
}

// What one work item computes for another one alone is one kernel, and a scalar that is returned is stored by one.
// CHECK-LABEL: lift.def @mean
// CHECK:      %mean = ocl.kernel @mean_1 : f32 {
// CHECK:        %sum = ocl.reduce_seq
// CHECK:        %mean_1 = arith.divf %sum, %count
// CHECK-NEXT:   %mean_2 = ocl.store %mean_1 into %result.memory
// CHECK-NEXT:   lift.yield %mean_2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %mean
lift.def @mean<N>(%xs: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %n = lift.nat N : i32
  %count = arith.sitofp %n : i32 to f32
  %sum = ocl.reduce_seq (%acc, %x) in %xs from %zero {
    %t = arith.addf %acc, %x : f32
    lift.yield %t
  }
  %mean = arith.divf %sum, %count : f32
  lift.return %mean
}

// The copies of an unrolled op are one kernel.
// CHECK-LABEL: lift.def @unrolled
// CHECK:      ocl.kernel @unrolled_1
// CHECK-NEXT:   ocl.map_seq unroll
// CHECK-NEXT:     ocl.map_glb<0>
// CHECK-NOT:  ocl.kernel
lift.def @unrolled<N>(%m: !lift.array<3, !lift.array<N, f32>>) -> !lift.array<3, !lift.array<N, f32>> {
  %r = ocl.map_seq unroll (%row) in %m {
    %a = ocl.map_glb<0> (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %a
  }
  lift.return %r
}

// An iterate around parallel maps is a loop of the host.
// CHECK-LABEL: lift.def @iterations
// CHECK:      %copy = ocl.kernel @iterations_1
// CHECK:      %r = lift.iterate M (%t)[n] in %copy
// CHECK-NEXT:   %a = ocl.kernel @iterations_2
// CHECK:        lift.yield %a
// CHECK:      ocl.kernel @iterations_3
lift.def @iterations<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate M (%t)[n] in %xs {
    %a = ocl.map_glb<0> (%x) in %t {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %a
  }
  lift.return %r
}

// Names are those that nothing has.
// CHECK-LABEL: lift.def @taken
// CHECK: ocl.kernel @taken_2
// CHECK-LABEL: lift.def @taken_1
// CHECK: ocl.kernel @taken_1_1
lift.def @taken<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %xs
}
lift.def @taken_1<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %xs
}

// A kernel that has a name keeps it, and new ones get others; a name that a function has is not for a kernel.
// CHECK-LABEL: lift.def @named
// CHECK:      ocl.kernel @named_2
// CHECK:      ocl.kernel @named_3
// CHECK:      ocl.kernel @named_4
lift.def @named<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %a = ocl.kernel @named_2 {
    %b = ocl.map_glb<0> (%x) in %xs to global {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %b
  }
  %c = ocl.kernel @named {
    %b = ocl.map_glb<0> (%x) in %a to global {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %b
  }
  %d = ocl.map_glb<0> (%x) in %c to global {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %d
}

// A scalar that passes to another kernel is stored in between.
// CHECK-LABEL: lift.def @shifted
// CHECK:      %[[M:.*]] = ocl.alloc global : f32
// CHECK-NEXT: %sum = ocl.kernel @shifted_1 : f32 {
// CHECK:        ocl.store %{{.*}} into %[[M]]
// CHECK:      ocl.kernel @shifted_2
lift.def @shifted<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %sum = ocl.reduce_seq (%acc, %x) in %xs from %zero {
    %t = arith.addf %acc, %x : f32
    lift.yield %t
  }
  %r = ocl.map_glb<0> (%x) in %xs {
    %y = arith.subf %x, %sum : f32
    lift.yield %y
  }
  lift.return %r
}

// What all work items of a group compute alike, one of them stores.
// CHECK-LABEL: lift.def @sums
// CHECK:      ocl.store %{{.*}} into %{{.*}} single [lcl<0>] : f32
lift.def @sums<N>(%xs: !lift.array<N, !lift.array<64, f32>>, %zero: f32) -> !lift.array<N, f32> {
  %r = ocl.map_wrg<0> (%row) in %xs {
    %squares = ocl.map_lcl<0> (%x) in %row {
      %y = arith.mulf %x, %x : f32
      %l = ocl.to_local %y
      lift.yield %l
    }
    %sum = ocl.reduce_seq (%acc, %x) in %squares from %zero {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %sum
  }
  lift.return %r
}

// A number that others need later is not kept where iterations go on to write: it is copied there.
// CHECK-LABEL: lift.def @kept
// CHECK:      %[[SUM:.*]] = ocl.kernel @kept_1 : f32 {
// CHECK:        ocl.store %{{.*}} into %sum.memory : f32
// CHECK:      ocl.kernel @kept_3 : f32 {
// CHECK-NEXT:   ocl.store %[[SUM]] into %to_1 : f32
// CHECK:      ocl.kernel @kept_4
// CHECK:          arith.addf %y, %[[SUM]] : f32
lift.def @kept<N>(%xs: !lift.array<N, f32>) -> tuple<!lift.array<N, f32>, f32> {
  %zero = arith.constant 0.0 : f32
  %sum = ocl.reduce_seq (%acc, %x) in %xs from %zero {
    %t = arith.addf %acc, %x : f32
    lift.yield %t
  }
  %first = lift.tuple %xs, %sum
  %r = lift.iterate 3 (%s) in %first {
    %ys = lift.get %s[0]
    %zs = ocl.map_glb<0> (%y) in %ys {
      %z = arith.addf %y, %sum : f32
      lift.yield %z
    }
    %more = arith.addf %sum, %sum : f32
    %next = lift.tuple %zs, %more
    lift.yield %next
  }
  lift.return %r
}
