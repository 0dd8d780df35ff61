// RUN: lift-opt %s -p ocl-infer-memory | filecheck %s --check-prefix=SPACES
// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise | filecheck %s --check-prefix=MEMORY
// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view | filecheck %s --check-prefix=VIEW
// RUN: lift-opt %s -p lift-to-opencl | filecheck %s --check-prefix=KERNEL
// RUN: lift-opt %s --profile pocl -p lift-to-opencl -t opencl | filecheck %s --check-prefix=PAST
// RUN: lift-opt %s --profile pocl,stores=plain -p lift-to-opencl -t opencl | filecheck %s --check-prefix=PLAIN

// A store past the caches, on each level: it stays what `ocl.to_global` asked for until there is memory to store to.

// SPACES:  %g = ocl.to_global past_caches %d : vector<8xf32>
// MEMORY:  %d = arith.addf
// MEMORY-NEXT: %g = ocl.store %d into %to_1 past_caches : vector<8xf32>
// MEMORY-NEXT: lift.yield %g : vector<8xf32>
// VIEW:    view.store %d, %{{.*}} past_caches : vector<8xf32>
// KERNEL:  kernel.vstore %d, %result[8 * %g] past_caches : vector<8xf32>

// It is that instruction where the profile has it.
// PAST:    __builtin_nontemporal_store(e + e, (global float8 *)(result + 8 * g));
// PLAIN:   *(global unaligned_float8 *)(result + 8 * g) = e + e;
lift.def @twice<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 8 eq 0] {
  %v = ocl.as_vector 8 %x
  %m = ocl.map_glb<0> (%e) in %v {
    %d = arith.addf %e, %e : vector<8xf32>
    %g = ocl.to_global past_caches %d
    lift.yield %g
  }
  %s = ocl.as_scalar %m
  lift.return %s
}

// With conditions, these stay with it, too.
// SPACES-LABEL: lift.def @large
// SPACES:  %g = ocl.to_global past_caches where [N ge 1000] %e : vector<8xf32>
// MEMORY-LABEL: lift.def @large
// MEMORY:  %g = ocl.store %e into %to_1 past_caches where [N ge 1000] : vector<8xf32>
// VIEW-LABEL: kernel.func @large
// VIEW:    view.store {{.*}} past_caches where [N ge 1000] : vector<8xf32>
// KERNEL-LABEL: kernel.func @large
// KERNEL:  kernel.vstore {{.*}} past_caches where [N ge 1000] : vector<8xf32>
// PAST-LABEL: kernel void large_1
// PAST:    if (N >= 1000) {
// PLAIN-LABEL: kernel void large_1
// PLAIN-NOT: if
lift.def @large<N>(%x: !lift.array<8 * N, f32>) -> !lift.array<8 * N, f32> {
  %v = ocl.as_vector 8 %x
  %m = ocl.map_glb<0> (%e) in %v {
    %g = ocl.to_global past_caches where [N ge 1000] %e
    lift.yield %g
  }
  %s = ocl.as_scalar %m
  lift.return %s
}
