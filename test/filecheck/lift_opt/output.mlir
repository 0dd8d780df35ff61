// RUN: lift-opt %s | filecheck %s
// RUN: lift-opt < %s | filecheck %s
// RUN: lift-opt - < %s | filecheck %s
// RUN: lift-opt %s -o %t.mlir && filecheck %s < %t.mlir
// RUN: lift-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: lift-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: lift-opt %s --print-debuginfo | filecheck %s --check-prefix=PLACES
// RUN: xdsl-opt %s | filecheck %s

// CHECK: lift.def @f(%x: i32) -> i32 {
// GENERIC: "lift.def"()
// PLACES: lift.return %x : i32 loc({{.*}}output.mlir":14:3)
lift.def @f(%x: i32) -> i32 {
  lift.return %x
}
