// RUN: lift-opt %s -p lift-inline,canonicalize,lift-fuse,canonicalize,dce,lift-to-ocl | filecheck %s
// RUN: lift-opt %s -p "lift-inline,canonicalize,lift-fuse,canonicalize,dce,lift-to-ocl{strategy=gpu}" | filecheck %s --check-prefix=GPU

// Programs of every day: what is between the patterns is gone, and one pattern at the top level is left.

// The only array is that of the partial results.
// CHECK-LABEL: lift.def @dot
// CHECK: ocl.map_glb<0> (%chunk) in %chunks : !lift.array<N floordiv 4096, f32> {
// CHECK-NEXT: ocl.reduce_seq
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: ocl.reduce_seq {{.*}} in %parts
// CHECK: ocl.reduce_seq {{.*}} in %rest
// CHECK-NOT: ocl.
// CHECK: lift.return
lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %xy = lift.zip %x, %y
  %products = lift.map (%p) in %xy {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    lift.yield %ab : f32
  }
  %sum = lift.reduce (%acc, %e) in %products from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  lift.return %sum : f32
}

// CHECK-LABEL: lift.def @gemv
// CHECK: ocl.map_glb<0> {{.*}} : !lift.array<N, f32>
// CHECK: ocl.reduce_seq {{.*}} : f32
// CHECK-NOT: ocl.
// CHECK: lift.return
lift.def @gemv<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>, %y: !lift.array<N, f32>,
                     %alpha: f32, %beta: f32) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.zip %a, %y
  %out = lift.map (%ry) in %rows {
    %row = lift.get %ry[0]
    %yi = lift.get %ry[1]
    %px = lift.zip %row, %x
    %dot = lift.reduce (%acc, %p) in %px from %zero {
      %l = lift.get %p[0]
      %r = lift.get %p[1]
      %lr = arith.mulf %l, %r : f32
      %s = arith.addf %acc, %lr : f32
      lift.yield %s : f32
    }
    %ax = arith.mulf %alpha, %dot : f32
    %by = arith.mulf %beta, %yi : f32
    %o = arith.addf %ax, %by : f32
    lift.yield %o : f32
  }
  lift.return %out : !lift.array<N, f32>
}

// CHECK-LABEL: lift.def @matmul
// CHECK: ocl.map_glb<0> (%row) in %a
// CHECK-NEXT: ocl.map_seq (%col) in %bt
// CHECK: ocl.reduce_seq {{.*}} : f32
// CHECK-NOT: ocl.
// CHECK: lift.return
// GPU-LABEL: lift.def @matmul
// GPU: ocl.map_wrg<1> launch(local = [8, 8], {{.*}}
// GPU: ocl.map_wrg<0>
// GPU: ocl.to_local
lift.def @matmul<N, K, M>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %bt = lift.transpose %b
  %c = lift.map (%row) in %a {
    %cells = lift.map (%col) in %bt {
      %rc = lift.zip %row, %col
      %dot = lift.reduce (%acc, %p) in %rc from %zero {
        %l = lift.get %p[0]
        %r = lift.get %p[1]
        %lr = arith.mulf %l, %r : f32
        %s = arith.addf %acc, %lr : f32
        lift.yield %s : f32
      }
      lift.yield %dot : f32
    }
    lift.yield %cells
  }
  lift.return %c
}

// CHECK-LABEL: lift.def @jacobi1d
// CHECK: ocl.map_glb<0> (%w) in %windows
// CHECK-NEXT: ocl.reduce_seq {{.*}} : f32
// CHECK-NOT: ocl.
// CHECK: lift.return
lift.def @jacobi1d<N>(%a: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad clamp 1, 1 %a
  %windows = lift.slide 3 by 1 %padded
  %out = lift.map (%w) in %windows {
    %s = lift.reduce (%acc, %e) in %w from %zero {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  lift.return %out : !lift.array<N, f32>
}

// CHECK-LABEL: lift.def @jacobi2d
// CHECK: ocl.map_glb<0> (%strip) in %strips
// CHECK: ocl.map_seq (%tile) in
// CHECK: ocl.reduce_seq {{.*}} : f32
// CHECK-NOT: ocl.
// CHECK: lift.return
// GPU-LABEL: lift.def @jacobi2d
// GPU: ocl.map_wrg<1>
// GPU: ocl.map_wrg<0>
// GPU: ocl.map_lcl<1>
// GPU: ocl.map_lcl<0>
// GPU: ocl.to_local
lift.def @jacobi2d<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %cols = lift.map (%r) in %a {
    %p = lift.pad clamp 1, 1 %r
    lift.yield %p
  }
  %padded = lift.pad clamp 1, 1 %cols
  %inner = lift.map (%r) in %padded {
    %s = lift.slide 3 by 1 %r
    lift.yield %s
  }
  %strips = lift.slide 3 by 1 %inner
  %tiles = lift.map (%strip) in %strips {
    %t = lift.transpose %strip
    lift.yield %t
  }
  %out = lift.map (%row) in %tiles {
    %cells = lift.map (%tile) in %row {
      %flat = lift.join %tile
      %s = lift.reduce (%acc, %e) in %flat from %zero {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %cells
  }
  lift.return %out
}

// CHECK-LABEL: lift.def @column_sums
// CHECK: ocl.map_glb<0> {{.*}} in %zeros : !lift.array<M, f32>
// CHECK-NEXT: ocl.reduce_seq {{.*}} : f32
// CHECK-NOT: ocl.
// CHECK: lift.return
lift.def @column_sums<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.generate [i : M] {
    lift.yield %zero : f32
  }
  %r = lift.reduce (%acc, %row) in %a from %zeros {
    %both = lift.zip %acc, %row
    %s = lift.map (%p) in %both {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %t = arith.addf %x, %y : f32
      lift.yield %t : f32
    }
    lift.yield %s
  }
  lift.return %r
}
