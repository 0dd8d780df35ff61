// RUN: not %python %S/Inputs/with_faulty_passes.py %s -p cse,break,cse --reproducer %t.mlir 2>&1 | filecheck %s
// RUN: not %python %S/Inputs/with_faulty_passes.py %s -p refuse 2>&1 | filecheck %s --check-prefix=REFUSED

// A pass that leaves something invalid is named, with what the verifier says of it.
// CHECK: internal error: after the pass 'break' the program is not valid
// CHECK: invalid_after_pass.mlir:11:1: error[LIFT0041]

// A pass may refuse a program.
// REFUSED: the pass 'refuse' failed: no program is good enough

lift.def @f(%x: i32) -> i32 {
  lift.return %x
}
