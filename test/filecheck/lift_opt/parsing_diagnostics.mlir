// RUN: lift-opt %s --parsing-diagnostics | filecheck %s
// RUN: not lift-opt %s 2>&1 | filecheck %s

// CHECK: parsing_diagnostics.mlir:6:22: error[LIFT0001]
// CHECK-NEXT: lift.def @f(%x: i32)
lift.def @f(%x: i32) = i32 {
  lift.return %x
}
