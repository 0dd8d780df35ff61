// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-to-view' | filecheck %s

// The destination is the inverse view of where the result is: a split for a join, a join for a split, ...
// CHECK-LABEL: kernel.func @layout_1
// CHECK:      [[R:%.*]] = view.memory %result : !view.view<!lift.array<N, f32>>
// CHECK-DAG:  [[S:%.*]] = view.scatter [[R]] by (i) -> (N - i - 1)
// CHECK-DAG:  [[G:%.*]] = view.scatter [[S]] by (i) -> (N - i - 1)
// CHECK-DAG:  [[J:%.*]] = view.partition [[G]] into 4 by (i) -> (N floordiv 4)
// CHECK-DAG:  [[T:%.*]] = view.transpose [[J]]
// CHECK-DAG:  view.join [[T]]
lift.def @layout<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 4 eq 0] {
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

// Parts of a result are written by the kernels that compute them.
// CHECK-LABEL: kernel.func @parts_1
// CHECK:      view.slice {{.*}} from 0 size N : !view.view<!lift.array<N, f32>>
// CHECK-LABEL: kernel.func @parts_2
// CHECK:      view.slice {{.*}} from N size M : !view.view<!lift.array<M, f32>>
// CHECK-LABEL: host.program @parts
// CHECK-NEXT: %result = host.alloc f32[M + N]
// CHECK-NOT:  host.alloc
lift.def @parts<N, M>(%xs: !lift.array<N, f32>, %ys: !lift.array<M, f32>) -> !lift.array<N + M, f32> {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %b = ocl.map_glb<0> (%x) in %ys {
    %y = arith.mulf %x, %x : f32
    lift.yield %y
  }
  %r = lift.concat %a, %b
  lift.return %r
}

// A tuple has a buffer for each leaf; a zip is written part by part.
// CHECK-LABEL: kernel.func @zipped_1
// CHECK-SAME: (%xs: !kernel.buffer<global, f32>, %result0: !kernel.buffer<global, f32>, %result1: !kernel.buffer<global, i32>)
// CHECK:      view.unzip
// CHECK:      view.get {{.*}}[0] : !view.view<!lift.array<N, f32>>
lift.def @zipped<N>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>) -> !lift.array<N, tuple<f32, i32>> {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %b = ocl.map_glb<0> (%i) in %is {
    %j = arith.addi %i, %i : i32
    lift.yield %j
  }
  %r = lift.zip %a, %b
  lift.return %r
}

// A map that only rearranges is written through, row by row.
// CHECK-LABEL: kernel.func @rearranged_1
// CHECK:      view.map ([[ROW:%.*]]) in {{.*}} {
// CHECK-NEXT:   [[S:%.*]] = view.split 2 [[ROW]]
// CHECK-NEXT:   lift.yield [[S]]
lift.def @rearranged<N>(%m: !lift.array<N, !lift.array<3, !lift.array<2, f32>>>) -> !lift.array<N, !lift.array<6, f32>> {
  %a = ocl.map_glb<0> (%rows) in %m {
    %b = ocl.map_seq (%row) in %rows {
      %c = ocl.map_seq (%x) in %row {
        %y = arith.negf %x : f32
        lift.yield %y
      }
      lift.yield %c
    }
    lift.yield %b
  }
  %r = lift.map (%rows) in %a {
    %j = lift.join %rows
    lift.yield %j
  }
  lift.return %r
}

// Vectors are written as vectors.
// CHECK-LABEL: kernel.func @vectors_1
// CHECK:      view.as_vector 4 %{{.*}} : !view.view<!lift.array<N floordiv 4, vector<4xf32>>>
// CHECK:      view.load {{.*}} : vector<4xf32>
// CHECK:      %m = kernel.map_vec (%x = %{{.*}}, %c_1 = %c) : vector<4xf32> {
// CHECK-NEXT:   %p = arith.mulf %x, %c_1 : f32
// CHECK-NEXT:   kernel.yield %p : f32
// CHECK:      view.store {{.*}} : vector<4xf32>
lift.def @vectors<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %v = ocl.as_vector 4 %xs
  %s = ocl.map_glb<0> (%e) in %v {
    %m = ocl.map_vec (%x) in %e {
      %p = arith.mulf %x, %c : f32
      lift.yield %p
    }
    lift.yield %m
  }
  %r = ocl.as_scalar %s
  lift.return %r
}
