// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise' | filecheck %s

// What is returned is written there, through what has an inverse: no copy.
// CHECK-LABEL: lift.def @through
// CHECK:      %a = ocl.map_glb<0>
// CHECK:      %b = lift.split 4 %a
// CHECK-NEXT: %t = lift.transpose %b
// CHECK-NEXT: %c = lift.join %t
// CHECK-NEXT: %d = lift.gather %c by (i) -> (N - i - 1)
// CHECK-NEXT: %e = lift.scatter %d by (i) -> (N - i - 1)
// CHECK-NEXT: lift.return %e
lift.def @through<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %b = lift.split 4 %a
  %t = lift.transpose %b
  %c = lift.join %t
  %d = lift.gather %c by (i) -> (N - 1 - i)
  %e = lift.scatter %d by (i) -> (N - 1 - i)
  lift.return %e
}

// A parameter is copied; by all work items, at the top level.
// CHECK-LABEL: lift.def @parameter
// CHECK-NEXT: %copy = ocl.map_glb<0> (%x) in %xs attributes {memory = "global"} : !lift.array<N, !lift.array<M, f32>> {
// CHECK-NEXT:   %copy_1 = ocl.map_seq (%x_1) in %x attributes {memory = "global"}
// CHECK-NEXT:     lift.yield %x_1
// CHECK:      %t = lift.transpose %copy
// CHECK-NEXT: lift.return %t
lift.def @parameter<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %t = lift.transpose %xs
  lift.return %t
}

// What has no inverse is copied as it is seen.
// CHECK-LABEL: lift.def @windows
// CHECK:      %w = lift.slide 3 by 1 %a
// CHECK-NEXT: %copy = ocl.map_glb<0> (%x{{.*}}) in %w attributes {memory = "global"}
// CHECK:      lift.return %copy
lift.def @windows<N>(%xs: !lift.array<N, f32>) -> !lift.array<N - 2, !lift.array<3, f32>> where [N ge 3] {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %w = lift.slide 3 by 1 %a
  lift.return %w
}

// Needed in two places: the second one is a copy.
// CHECK-LABEL: lift.def @twice
// CHECK:      %a = ocl.map_glb<0>
// CHECK:      %copy = ocl.map_glb<0> (%x{{.*}}) in %a
// CHECK:      %t = lift.tuple %a, %copy
lift.def @twice<N>(%xs: !lift.array<N, f32>) -> tuple<!lift.array<N, f32>, !lift.array<N, f32>> {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %t = lift.tuple %a, %a
  lift.return %t
}

// What is changed in place must not be seen by others: the first accumulator is read again.
// CHECK-LABEL: lift.def @changed
// CHECK:      %a = ocl.map_seq (%x) in %xs
// CHECK:      %copy = ocl.map_glb<0> (%x{{.*}}) in %a
// CHECK:      ocl.reduce_seq (%acc, %row) in %m from %copy
// CHECK:      lift.tuple %a, %s
lift.def @changed<N>(%xs: !lift.array<4, f32>, %m: !lift.array<N, !lift.array<4, f32>>)
    -> tuple<!lift.array<4, f32>, !lift.array<4, f32>> {
  %a = ocl.map_seq (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %s = ocl.reduce_seq (%acc, %row) in %m from %a {
    %both = lift.zip %acc, %row
    %t = ocl.map_seq (%p) in %both {
      %l = lift.get %p[0]
      %r = lift.get %p[1]
      %c = arith.addf %l, %r : f32
      lift.yield %c
    }
    lift.yield %t
  }
  %t = lift.tuple %a, %s
  lift.return %t
}

// In another memory than it must be: a copy, by the work items of the group.
// CHECK-LABEL: lift.def @elsewhere
// CHECK:      %a = ocl.map_lcl<0> (%x) in %row attributes {memory = "local"}
// CHECK:      %copy = ocl.map_lcl<0> (%x_1) in %a attributes {memory = "global"}
// CHECK:      lift.yield %copy
lift.def @elsewhere<N>(%m: !lift.array<N, !lift.array<64, f32>>) -> !lift.array<N, !lift.array<64, f32>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %a = ocl.map_lcl<0> (%x) in %row {
      %y = arith.negf %x : f32
      %l = ocl.to_local %y
      lift.yield %l
    }
    lift.yield %a
  }
  lift.return %r
}

// Buffers in turn are not the result: it is copied out of the one that comes last.
// CHECK-LABEL: lift.def @rounds
// CHECK:      %r = lift.iterate 3 (%t)[n] in %copy
// CHECK:      %copy_1 = ocl.map_glb<0> (%x{{.*}}) in %r
// CHECK:      lift.return %copy_1
lift.def @rounds<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 3 (%t)[n] in %xs {
    %a = ocl.map_glb<0> (%x) in %t {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %a
  }
  lift.return %r
}
