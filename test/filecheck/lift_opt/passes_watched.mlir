// RUN: lift-opt %s -p canonicalize,cse --print-ir-before-all 2>&1 >/dev/null | filecheck %s --check-prefix=BEFORE
// RUN: lift-opt %s -p canonicalize,cse --print-ir-after-all 2>&1 >/dev/null | filecheck %s --check-prefix=AFTER
// RUN: lift-opt %s -p canonicalize,cse --mlir-print-ir-after-all 2>&1 >/dev/null | filecheck %s --check-prefix=AFTER
// RUN: lift-opt %s -p canonicalize,cse --print-ir-after=cse 2>&1 >/dev/null | filecheck %s --check-prefix=SELECTED
// RUN: lift-opt %s -p canonicalize,cse --print-ir-after-change 2>&1 >/dev/null | filecheck %s --check-prefix=CHANGE
// RUN: lift-opt %s -p canonicalize,cse --print-between-passes | filecheck %s --check-prefix=BETWEEN
// RUN: %python %S/Inputs/with_faulty_passes.py %s -p tidy --print-ir-after-all 2>&1 >/dev/null | filecheck %s --check-prefix=AFTER

// What watches the passes prints to stderr, so that stdout holds the result alone; a sequence of passes is opened.

// BEFORE: IR before canonicalize
// BEFORE: arith.addi
// BEFORE: IR before cse
// BEFORE-NOT: arith.addi
// AFTER: IR after canonicalize
// AFTER: lift.return %x : i32
// AFTER: IR after cse
// AFTER: lift.return %x : i32
// SELECTED-NOT: IR after canonicalize
// SELECTED: IR after cse
// CHANGE: IR after canonicalize
// CHANGE-NOT: IR after cse
// BETWEEN: IR after canonicalize:
// BETWEEN: lift.return %x : i32
// BETWEEN: lift.return %x : i32
lift.def @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %y = arith.addi %x, %zero : i32
  lift.return %y
}
