// RUN: rm -rf %t && lift-opt %s -p canonicalize,cse --dump-phases %t -o %t.out
// RUN: filecheck %s --check-prefix=INPUT < %t/00-input.mlir
// RUN: filecheck %s < %t/01-canonicalize.mlir
// RUN: filecheck %s < %t/02-cse.mlir
// RUN: filecheck %s < %t.out

// INPUT: arith.addi
// CHECK-NOT: arith.addi
// CHECK: lift.return %x : i32
lift.def @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %y = arith.addi %x, %zero : i32
  lift.return %y
}
