// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise' | filecheck %s

// What is returned is written there, through what has an inverse: no copy.
// CHECK-LABEL: lift.def @through
// CHECK-NEXT: %[[R:.*]] = ocl.alloc global result : !lift.array<N, f32>
// CHECK-NEXT: %[[D:.*]] = ocl.inverse (%d: !lift.array<N, f32>) to %[[R]] {
// CHECK-NEXT:   lift.scatter %d by (i) -> (N - i - 1)
// CHECK:      %[[C:.*]] = ocl.inverse (%c: !lift.array<N, f32>) to %[[D]] {
// CHECK-NEXT:   lift.gather %c by (i) -> (N - i - 1)
// CHECK:      %[[T:.*]] = ocl.inverse (%t: {{.*}}) to %[[C]] {
// CHECK-NEXT:   lift.join %t
// CHECK:      %[[B:.*]] = ocl.inverse (%b: {{.*}}) to %[[T]] {
// CHECK-NEXT:   lift.transpose %b
// CHECK:      %[[A:.*]] = ocl.inverse (%a: !lift.array<N, f32>) to %[[B]] {
// CHECK-NEXT:   lift.split 4 %a
// CHECK:      ocl.map_glb<0> (%x) in %xs into %[[A]] as (%[[E:.*]]: !ocl.memory<global, f32>)
// CHECK:        ocl.store %y into %[[E]] : f32
// CHECK-NOT:  ocl.map
// CHECK:      %[[S:.*]] = ocl.store %{{.*}} into %[[R]] : !lift.array<N, f32>
// CHECK-NEXT: lift.return %[[S]]
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
// CHECK:      %[[D:.*]] = ocl.inverse
// CHECK:      %copy = ocl.map_glb<0> (%x) in %xs into %[[D]] as (%[[ROW:.*]]: !ocl.memory<global, !lift.array<M, f32>>)
// CHECK-NEXT:   %copy_1 = ocl.map_seq (%x_1) in %x into %[[ROW]] as (%[[E:.*]]: !ocl.memory<global, f32>)
// CHECK-NEXT:     %[[S:.*]] = ocl.store %x_1 into %[[E]]
// CHECK-NEXT:     lift.yield %[[S]]
// CHECK:      %[[T:.*]] = lift.transpose %copy
// CHECK-NEXT: lift.return %[[T]]
lift.def @parameter<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %t = lift.transpose %xs
  lift.return %t
}

// What has no inverse is copied as it is seen.
// CHECK-LABEL: lift.def @windows
// CHECK:      %a.memory = ocl.alloc global : !lift.array<N, f32>
// CHECK:      %a = ocl.map_glb<0> (%x) in %xs into %a.memory
// CHECK:      %w = lift.slide 3 by 1 %a
// CHECK-NEXT: %copy = ocl.map_glb<0> (%x{{.*}}) in %w into %result.memory
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
// CHECK:      %[[ONE:.*]], %[[TWO:.*]] = ocl.inverse
// CHECK:      %[[A:.*]] = ocl.map_glb<0> (%x) in %xs into %[[ONE]]
// CHECK:      %copy = ocl.map_glb<0> (%x{{.*}}) in %[[A]] into %[[TWO]]
// CHECK:      lift.tuple %[[A]], %copy
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
// CHECK:      %[[A:.*]], %[[S:.*]] = ocl.inverse
// CHECK:      %begin = ocl.slot %[[S]] : !lift.array<4, f32>
// CHECK:      %[[XS:.*]] = ocl.map_seq (%x) in %xs into %[[A]]
// CHECK:      %copy = ocl.map_glb<0> (%x{{.*}}) in %[[XS]] into %begin
// CHECK:      ocl.reduce_seq (%acc, %row) in %m from %copy into %[[S]] as (%[[NEXT:.*]]: !ocl.memory<global, !lift.array<4, f32>>)
// CHECK:        ocl.map_seq (%p) in %both into %[[NEXT]]
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
// CHECK:      ocl.map_wrg<0> (%row) in %m into %result.memory as (%[[ROW:.*]]: !ocl.memory<global, !lift.array<64, f32>>)
// CHECK-NEXT:   %a.memory = ocl.alloc local : !lift.array<64, f32>
// CHECK:        %a = ocl.map_lcl<0> (%x) in %row into %a.memory
// CHECK:        %copy = ocl.map_lcl<0> (%x_1) in %a into %[[ROW]]
// CHECK:        lift.yield %copy
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
// CHECK-LABEL: lift.def @iterations
// CHECK:      %r.memory = ocl.alloc global : !lift.array<2, !lift.array<N, f32>>
// CHECK-NEXT: %begin = ocl.slot %r.memory[0] : !lift.array<N, f32>
// CHECK:      %copy = ocl.map_glb<0> (%x) in %xs into %begin
// CHECK:      %r = lift.iterate 3 (%t)[n] in %copy into %r.memory as (%[[NEXT:.*]]: !ocl.memory<global, !lift.array<n, f32>>)
// CHECK-NEXT:   ocl.map_glb<0> (%x{{.*}}) in %t into %[[NEXT]]
// CHECK:      %copy_1 = ocl.map_glb<0> (%x{{.*}}) in %r into %result.memory
// CHECK:      lift.return %copy_1
lift.def @iterations<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 3 (%t)[n] in %xs {
    %a = ocl.map_glb<0> (%x) in %t {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %a
  }
  lift.return %r
}

// A fold that reads more of its accumulator than the element it writes has two buffers, in turn.
// CHECK-LABEL: lift.def @two_buffers
// CHECK:      ocl.alloc private : !lift.array<2, !lift.array<4, f32>>
// CHECK:      ocl.slot %{{.*}}[0] : !lift.array<4, f32>
lift.def @two_buffers<N, M>(%ms: !lift.array<N, !lift.array<M, !lift.array<4, f32>>>, %zero: f32)
    -> !lift.array<N, !lift.array<4, f32>> {
  %r = ocl.map_glb<0> (%m) in %ms {
    %zeros = lift.generate [i : 4] { lift.yield %zero }
    %s = ocl.reduce_seq (%acc, %row) in %m from %zeros {
      %back = lift.gather %acc by (i) -> (3 - i)
      %both = lift.zip %back, %row
      %t = ocl.map_seq (%p) in %both {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %c = arith.addf %a, %b : f32
        lift.yield %c
      }
      lift.yield %t
    }
    %p = ocl.to_private %s
    %copy = ocl.map_seq (%x) in %p { lift.yield %x }
    lift.yield %copy
  }
  lift.return %r
}
