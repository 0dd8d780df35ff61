// RUN: lift-opt %s -p lift-to-ocl | filecheck %s
// RUN: lift-opt %s -p 'lift-to-ocl{strategy=gpu chunk=8}' | filecheck %s --check-prefix GPU

// A filter at the top level is done in chunks: the lengths of the rows, where they begin, and the rows.
// CHECK-LABEL: lift.def @cheap
// CHECK: %chunks = lift.partition %xs into (N + 65535) floordiv 65536
// CHECK: %counts = ocl.map_wrg<0>
// CHECK: ocl.reduce_seq
// CHECK: arith.cmpi sgt
// CHECK: %ends = ocl.scan_seq
// CHECK: %offsets = lift.pad constant %zero_{{[0-9]+}} 1, 0 %ends
// CHECK: ocl.join_wrg<0> upto N (%chunk_{{[0-9]+}})[{{.*}}] in %chunks at %offsets
// CHECK-NEXT: ocl.filter_seq
// GPU-LABEL: lift.def @cheap
// GPU: lift.partition %xs into (N + 7) floordiv 8
// GPU: ocl.map_glb<0>
// GPU: ocl.join_glb<0> upto N
lift.def @cheap<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.filter (%x) in %xs {
    %keep = arith.cmpi sgt, %x, %zero : i32
    lift.yield %keep
  }
  lift.return %r
}

// The position of an element is that in the whole.
// CHECK-LABEL: lift.def @position
// CHECK: lift.nat 65536 * k + p1 : i32
// CHECK: lift.nat 65536 * k1 + p2 : i32
lift.def @position<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.filter (%x)[p] in %xs {
    %i = lift.nat p : i32
    %keep = arith.cmpi sgt, %x, %i : i32
    lift.yield %keep
  }
  lift.return %r
}

// What is costly is evaluated once: the rows are stored, and then copied.
// CHECK-LABEL: lift.def @costly
// CHECK: %rows = ocl.map_wrg<0>
// CHECK-NEXT: ocl.filter_seq
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK: %counts = ocl.map_glb<0>
// CHECK: lift.unpack
// CHECK: ocl.join_wrg<0> upto N (%row_{{[0-9]+}})[{{.*}}] in %rows at %offsets
// CHECK-NEXT: lift.yield %row_
lift.def @costly<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %two = arith.constant 2.0 : f32
  %r = lift.filter (%x) in %xs {
    %e = math.exp %x : f32
    %keep = arith.cmpf ogt, %e, %two : f32
    lift.yield %keep
  }
  lift.return %r
}

// So is what is looked up, which may be anywhere.
// CHECK-LABEL: lift.def @looked_up
// CHECK: %rows = ocl.map_wrg<0>
// CHECK-NEXT: ocl.filter_seq
// CHECK: lift.at %xs[%i] else
// CHECK-NOT: lift.at %xs
// CHECK: ocl.join_wrg<0>
lift.def @looked_up<N>(%is: !lift.array<N, i32>, %xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.filter (%i) in %is {
    %x = lift.at %xs[%i] else %zero
    %keep = arith.cmpi sgt, %x, %zero : i32
    lift.yield %keep
  }
  lift.return %r
}

// By hand, it is the same.
// CHECK-LABEL: lift.def @by_hand
// CHECK-NOT: ocl.filter_glb
// CHECK: ocl.join_wrg<0>
lift.def @by_hand<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %r = ocl.filter_glb (%x) in %xs {
    %keep = arith.cmpi sgt, %x, %zero : i32
    lift.yield %keep
  }
  lift.return %r
}

// In the region of an opening it is at the top level, in that of a map it is not.
// CHECK-LABEL: lift.def @inside
// CHECK: lift.unpack (%xs)[X] in %e
// CHECK: lift.partition %xs into (X + 65535) floordiv 65536
// CHECK: ocl.join_wrg<0> upto X
// CHECK: ocl.map_glb<0>
// CHECK-NOT: ocl.join
// CHECK: ocl.filter_seq
lift.def @inside<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %m: !lift.array<N, !lift.array<N, i32>>)
    -> tuple<i32, !lift.array<N, !lift.exists<X upto N, !lift.array<X, i32>>>> {
  %zero = arith.constant 0 : i32
  %n = lift.unpack (%xs)[X] in %e {
    %r = lift.filter (%x) in %xs {
      %keep = arith.cmpi sgt, %x, %zero : i32
      lift.yield %keep
    }
    %l = lift.unpack (%ys)[Y] in %r {
      %y = lift.nat Y : i32
      lift.yield %y
    }
    lift.yield %l
  }
  %rows = lift.map (%row) in %m {
    %s = lift.filter (%x) in %row {
      %keep = arith.cmpi sgt, %x, %zero : i32
      lift.yield %keep
    }
    lift.yield %s
  }
  %t = lift.tuple %n, %rows
  lift.return %t
}

// Rows of hidden length are joined in the same way.
// CHECK-LABEL: lift.def @joined
// CHECK: %counts = ocl.map_glb<0> (%row)
// CHECK: lift.length %xs
// CHECK: ocl.join_wrg<0> upto M * N (%row_{{[0-9]+}})[{{.*}}] in %rows at %offsets
lift.def @joined<N, M>(%rows: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>) -> !lift.exists<X upto N * M, !lift.array<X, i32>> {
  %r = lift.join %rows upto N * M
  lift.return %r
}

// Inside of other patterns, sequentially.
// CHECK-LABEL: lift.def @joined_inside
// CHECK: ocl.map_glb<0> (%rows) in %rowss
// CHECK-NEXT: ocl.join_seq upto M * N %rows
lift.def @joined_inside<N, M>(%rowss: !lift.array<N, !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>>)
    -> !lift.array<N, !lift.exists<X upto N * M, !lift.array<X, i32>>> {
  %r = lift.map (%rows) in %rowss {
    %j = lift.join %rows
    lift.yield %j
  }
  lift.return %r
}
