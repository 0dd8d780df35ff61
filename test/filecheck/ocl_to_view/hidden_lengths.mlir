// RUN: lift-opt %s -p 'lift-to-opencl' --split-input-file | filecheck %s

// A filter stores every element and goes on where one is kept. Behind the end of a row is another one, so blocks of it
// go through private memory. The lengths of a call are in one buffer, and are read once.
// CHECK-LABEL: kernel.func @some_3
// CHECK-SAME: %lengths: !kernel.buffer<global, i32>, %result: !kernel.buffer<global, f32>
// CHECK: %block = kernel.alloc private f32[512]
// CHECK: [[BLOCK:%.*]] = kernel.apply [min({{.*}}, 512)]
// CHECK: kernel.for %i = 0 to [[BLOCK]] step 1 with (%kept =
// CHECK: arith.extui
// CHECK: kernel.store %x, %block[%kept_{{[0-9]+}}]
// CHECK: kernel.store %{{.*}}, %result[%begin + %done_{{[0-9]+}} + %{{[0-9]+}}]
// CHECK: kernel.if %wg_id eq 0 {
// CHECK: kernel.store %{{.*}}, %lengths[0]
// CHECK-LABEL: host.program @some
// CHECK: %lengths = host.lengths 1
// CHECK: host.launch @some_3
// CHECK: %0 = host.read %lengths
// CHECK-NEXT: host.return %0, %result
lift.def @some<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.filter (%x) in %xs {
    %keep = arith.cmpf ogt, %x, %zero : f32
    lift.yield %keep
  }
  lift.return %r
}

// -----

// A length that is passed is a number; buffers and launches are for the bound, loops for the length.
// CHECK-LABEL: kernel.func @padded_1<N>(%e_length: i32, %e: !kernel.buffer<global, f32>
// CHECK: %X = kernel.length %e_length upto N : index
// CHECK: kernel.for %g = %g_id to %X + 2
// CHECK-LABEL: host.program @padded
// CHECK: host.alloc f32[N + 2]
// CHECK: groups = [(N + 1) floordiv 64 + 1]
// CHECK-NOT: host.read
// CHECK: %0 = host.apply [%e_length + 2]
// CHECK-NEXT: host.return %0, %result
lift.def @padded<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N + 2, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.unpack (%xs)[X] in %e {
    %p = lift.pad constant %zero 1, 1 %xs
    %ys = lift.map (%x) in %p {
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    %q = lift.pack %ys as !lift.exists<Y upto N + 2, !lift.array<Y, f32>>
    lift.yield %q
  }
  lift.return %r
}

// -----

// Rows of hidden length have room for the longest one, and a buffer of lengths.
// CHECK-LABEL: kernel.func @rows_1<N, M>(%a: !kernel.buffer<global, f32>, %result0: !kernel.buffer<global, i32>, %result1: !kernel.buffer<global, f32>
// CHECK: kernel.store %x, %result1[%g * M + %kept_{{[0-9]+}}]
// CHECK: kernel.store %{{[0-9]+}}, %result0[%g]
lift.def @rows<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %a {
    %big = lift.filter (%x) in %row {
      %keep = arith.cmpf ogt, %x, %zero : f32
      lift.yield %keep
    }
    lift.yield %big
  }
  lift.return %r
}

// -----

// A bound that may be exceeded is checked: then nothing is written, and the call is an error.
// CHECK-LABEL: kernel.func @few_1
// CHECK: %total = kernel.length %{{.*}} upto min(M * N, 2147483647) : index
// CHECK: kernel.if %total le N {
// CHECK: host.check %{{.*}} upto N "lift.join"
lift.def @few<N, M>(%xss: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %offsets: !lift.array<N + 1, i32>)
    -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = ocl.join_glb<0> upto N (%xs) in %xss at %offsets {
    lift.yield %xs
  }
  lift.return %r
}

// -----

// Rows that are opened together have a table of their lengths, which is the buffer of lengths; each row has room for the
// longest one, also where something is computed for each of its elements.
// CHECK-LABEL: kernel.func @table_1<N, M>(%rows_lengths: !kernel.buffer<global, i32>, %rows1: !kernel.buffer<global, f32>, %sums1: !kernel.buffer<global, f32>) lengths [lens[N] upto M] {
// CHECK: kernel.lengths %rows_lengths [lens]
// CHECK: kernel.for %i = 0 to lens[%{{k1?}}]
// CHECK: kernel.load %rows1[%k{{.*}} * M + %i]
// CHECK: kernel.store %{{.*}}, %sums1[%k{{.*}} * M + %i]
// CHECK-LABEL: kernel.func @table_2
// CHECK: kernel.for %i = 0 to lens[%{{k1?}}]
// CHECK-LABEL: host.program @table
// CHECK: host.alloc f32[M * N]
lift.def @table<N, M>(%rows: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.unpack (%xss)[lens[_]] in %rows {
    %sums = lift.map (%xs) in %xss {
      %ys = lift.scan (%acc, %x) in %xs from %zero {
        %y = arith.addf %acc, %x : f32
        lift.yield %y
      }
      lift.yield %ys
    }
    %both = lift.zip %sums, %xss
    %dots = lift.map (%p)[k] in %both {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = lift.zip %a, %b
      %s = lift.reduce (%acc, %e) in %ab from %zero {
        %c = lift.get %e[0]
        %d = lift.get %e[1]
        %m = arith.mulf %c, %d : f32
        %y = arith.addf %acc, %m : f32
        lift.yield %y
      }
      lift.yield %s
    }
    lift.yield %dots
  }
  lift.return %r
}
