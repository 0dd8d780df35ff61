// RUN: lift-opt %s -p lift-to-opencl --split-input-file --verify-diagnostics
// RUN: not lift-opt %s -p lift-to-opencl --split-input-file 2>&1 | filecheck %s --check-prefix COMPILED
// RUN: not lift-run %s --interpret --random N=4 2>&1 | filecheck %s

// What another dialect says is refused with how to say it here; the second program is the first, with that done.

// CHECK: error[LIFT0001]: there is no op 'scf.if'
// CHECK: fix:      use lift.if %c { .. } else { .. }, or arith.select to choose one of two numbers

// COMPILED: error[LIFT0357]: 'scf.if' is not compiled to OpenCL
// COMPILED: expected: an op of lift, ocl, arith or math
// COMPILED: fix:      use lift.if %c { .. } else { .. }, or arith.select to choose one of two numbers
// COMPILED: kernel.func

lift.def @positive<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %c = arith.cmpi sgt, %x, %zero : i32
    // expected-error@+1 {{'scf.if' is not compiled to OpenCL}}
    %y = scf.if %c -> (i32) {
      scf.yield %x : i32
    } else {
      scf.yield %zero : i32
    }
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.def @positive<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %c = arith.cmpi sgt, %x, %zero : i32
    %y = arith.select %c, %x, %zero : i32
    lift.yield %y
  }
  lift.return %r
}
