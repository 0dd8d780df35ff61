// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view | filecheck %s
// RUN: lift-opt %s -p 'lift-set-profile{profile="pocl"},ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view' | filecheck %s --check-prefix=BLOCK
// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view,view-to-kernel,kernel-simplify-control-flow -t opencl | filecheck %s --check-prefix=OPENCL

// CHECK-LABEL: kernel.func @histogram_2
// CHECK: kernel.for
// CHECK: %place = view.load
// CHECK-NEXT: kernel.if %place ge 0 {
// CHECK-NEXT: kernel.if %place lt M {
// CHECK: view.load
// CHECK: arith.addi
// CHECK: view.store

// Four elements and their indices are loaded first, and what is left is done one by one.
// BLOCK-LABEL: kernel.func @histogram_2
// BLOCK: kernel.for %block[block] = 0 to N floordiv 4 step 1
// BLOCK: %place = view.load
// BLOCK: view.load
// BLOCK: %place_1 = view.load
// BLOCK: view.load
// BLOCK: %place_2 = view.load
// BLOCK: view.load
// BLOCK: %place_3 = view.load
// BLOCK: view.load
// BLOCK: kernel.if %place ge 0 {
// BLOCK: kernel.if %place_3 ge 0 {
// BLOCK: kernel.for {{%k[0-9]*}}[{{k[0-9]*}}] = 0 to N mod 4 step 1

// OPENCL-LABEL: kernel void histogram_2
// OPENCL: for (int i = 0; i < N; i++) {
// OPENCL-NEXT: int place = is[i];
// OPENCL-NEXT: if (place >= 0) {
// OPENCL-NEXT: if (place < M) {
// OPENCL-NEXT: result[place] = (int)((uint)result[place] + (uint)xs[i]);
lift.def @histogram<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = ocl.update_seq (%old, %x) in %xs at %is into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// An index of eight bits that is never negative, and never too large, is not checked. Of a row, the beginning is apart.
// OPENCL-LABEL: kernel void rows_1
// OPENCL: int place = (int)bytes[{{.*}}];
// OPENCL-NOT: if
// OPENCL: (result + 256 * {{.*}})[place] = (result + 256 * {{.*}})[place] + 1.0f;
lift.def @rows<N, M>(%bytes: !lift.array<N, !lift.array<M, ui8>>) -> !lift.array<N, !lift.array<256, f32>> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = ocl.map_glb<0> (%row) in %bytes {
    %before = lift.generate [i : 256] {
      lift.yield %zero
    }
    %is = lift.generate [i : M] {
      %byte = lift.at %row[i]
      %place = lift.convert %byte : ui8 to i32
      lift.yield %place
    }
    %s = ocl.update_seq (%old, %x) in %row at %is into %before {
      %t = arith.addf %old, %one : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// A kernel that does nothing but to change elements is not launched where there are none.
// OPENCL: // launched with local = [1], groups = [min(N floordiv 2, 1)]
// OPENCL-LABEL: kernel void half_2
lift.def @half<N, M>(%xs: !lift.array<N floordiv 2, i32>, %is: !lift.array<N floordiv 2, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = ocl.update_seq (%old, %x) in %xs at %is into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}
