// RUN: not lift-opt %s 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: lift-opt %s --allow-unregistered-dialect | filecheck %s

// REFUSED: unregistered.mlir:6:1: error[LIFT0001]: {{.*}}'other.thing'
// CHECK: "other.thing"() {key = 1 : i32} : () -> ()
"other.thing"() {key = 1 : i32} : () -> ()
