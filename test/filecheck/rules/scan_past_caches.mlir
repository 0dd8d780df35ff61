// RUN: lift-opt %s -p 'lift-apply{step="scan_past_caches n=1024 at %%r" function=running}' | filecheck %s
// RUN: lift-opt %s --profile pocl -p 'lift-apply{step="scan_past_caches n=1024 at %%s" function=rows},lift-to-opencl' -t opencl | filecheck %s --check-prefix=ROWS
// RUN: not lift-opt %s -p 'lift-apply{step="scan_past_caches n=1024 at %%r" function=few}' 2>&1 | filecheck %s --check-prefix=FEW
// RUN: not lift-opt %s -p 'lift-apply{step="scan_past_caches n=1024 at %%s" function=folded}' 2>&1 | filecheck %s --check-prefix=FOLDED

// CHECK-LABEL: lift.def @running
// CHECK: %t = arith.addi %acc, %x : i32
// CHECK-NEXT: %t_stored = ocl.to_global past_caches where [N ge 256] %t : i32
// CHECK-NEXT: lift.yield %t_stored
lift.def @running<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.scan (%acc, %x) in %xs from %zero {
    %t = arith.addi %acc, %x : i32
    lift.yield %t
  }
  lift.return %r
}

// Rows of vectors, which are joined; what goes on is what was stored.
// ROWS-LABEL: kernel void rows_1(
// ROWS: if (N >= 2) {
// ROWS-NEXT: __builtin_nontemporal_store(t, (global int8 *)(result +
// ROWS: acc = t;
lift.def @rows<N>(%xs: !lift.array<128 * N, i32>, %begin: vector<8xi32>) -> !lift.array<128 * N, i32> {
  %chunks = lift.split 128 %xs
  %r = lift.map (%chunk) in %chunks {
    %v = ocl.as_vector 8 %chunk
    %s = lift.scan (%acc, %x) in %v from %begin {
      %t = arith.addi %acc, %x : vector<8xi32>
      lift.yield %t
    }
    %scalars = ocl.as_scalar %s
    lift.yield %scalars
  }
  %joined = lift.join %r
  lift.return %joined
}

// FEW: error[LIFT0366]: `scan_past_caches n=1024 at %r` does not hold: {{.*}} never holds
lift.def @few(%xs: !lift.array<255, i32>) -> !lift.array<255, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.scan (%acc, %x) in %xs from %zero {
    %t = arith.addi %acc, %x : i32
    lift.yield %t
  }
  lift.return %r
}

// FOLDED: error[LIFT0366]: `scan_past_caches n=1024 at %s` does not hold: it is not all of what a map at the top level gives, row by row
lift.def @folded<N, M>(%xs: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %xs {
    %s = lift.scan (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    %u = lift.reduce (%acc, %x) in %s from %zero {
      %t = arith.maxsi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %u
  }
  lift.return %r
}
