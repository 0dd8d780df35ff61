// RUN: lift-opt %s -p 'lift-apply{step="store_past_caches n=1024 w=8 at %%line" function=rows}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="store_past_caches n=1024 w=8 at %%r" function=one_row}' | filecheck %s --check-prefix=ONE
// RUN: lift-opt %s -p 'lift-apply{step="store_past_caches n=1024 w=8 at %%r" function=known}' | filecheck %s --check-prefix=KNOWN
// RUN: not lift-opt %s -p 'lift-apply{step="store_past_caches n=1025 w=8 at %%r" function=known}' 2>&1 | filecheck %s --check-prefix=SMALL
// RUN: not lift-opt %s -p 'lift-apply{step="store_past_caches n=1024 w=8 at %%line" function=folded}' 2>&1 | filecheck %s --check-prefix=FOLDED
// RUN: not lift-opt %s -p 'lift-apply{step="store_past_caches n=1024 w=8 at %%r" function=tuples}' 2>&1 | filecheck %s --check-prefix=TUPLES

// RUN: not lift-opt %s -p 'lift-insert-packs,lift-apply{step="store_past_caches n=1024 w=8 at %%ys.2" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// How many bytes there are, and where rows begin, is asked where the kernel runs.
// CHECK-LABEL: lift.def @rows
// CHECK: %y = arith.addf %x, %x : f32
// CHECK-NEXT: %y_stored = ocl.to_global past_caches where [M * N ge 256, M mod 8 eq 0] %y : f32
// CHECK-NEXT: lift.yield %y_stored
lift.def @rows<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = lift.map (%row) in %xs {
    %line = lift.map (%x) in %row {
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    lift.yield %line
  }
  lift.return %r
}

// ONE-LABEL: lift.def @one_row
// ONE: ocl.to_global past_caches where [N ge 128] %y : f64
lift.def @one_row<N>(%xs: !lift.array<N, f64>) -> !lift.array<N, f64> {
  %r = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f64
    lift.yield %y
  }
  lift.return %r
}

// KNOWN-LABEL: lift.def @known
// KNOWN: ocl.to_global past_caches %y : f32
// SMALL: error[LIFT0366]: `store_past_caches n=1025 w=8 at %r` does not hold: {{.*}} never holds
lift.def @known(%xs: !lift.array<256, f32>) -> !lift.array<256, f32> {
  %r = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  lift.return %r
}

// What is folded again is not all that a kernel gives.
// FOLDED: error[LIFT0366]: `store_past_caches n=1024 w=8 at %line` does not hold: it is not all of what a map at the top level gives, row by row
lift.def @folded<N, M>(%xs: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %xs {
    %line = lift.map (%x) in %row {
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    %s = lift.reduce (%acc, %y) in %line from %zero {
      %z = arith.addf %acc, %y : f32
      lift.yield %z
    }
    lift.yield %s
  }
  lift.return %r
}

// TUPLES: error[LIFT0366]: `store_past_caches n=1024 w=8 at %r` does not hold: the region gives no scalar
lift.def @tuples<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> {
  %r = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    %t = lift.tuple %x, %y
    lift.yield %t
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `store_past_caches n=1024 w=8 at %ys.2` does not hold: a length is not one that the host knows
lift.def @hidden<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %c = arith.cmpi slt, %zero, %x : i32
    lift.yield %c
  }
  %ys = lift.map (%x) in %kept {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
