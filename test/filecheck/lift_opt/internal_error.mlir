// RUN: not %python %S/Inputs/with_faulty_passes.py %s -p cse,crash --reproducer %t.mlir 2>&1 | filecheck %s
// RUN: not %python %S/Inputs/with_faulty_passes.py --run-reproducer %t.mlir --reproducer %t.2.mlir 2>&1 | filecheck %s
// RUN: filecheck %s --check-prefix=FILE < %t.mlir
// RUN: lift-opt %t.mlir | filecheck %s --check-prefix=PROGRAM

// CHECK: error[LIFT0005]: internal error in the pass 'crash': KeyError: 'planted'
// CHECK: this is a defect of the compiler{{.*}}lift-opt --run-reproducer
// CHECK: raised in {{.*}}with_faulty_passes.py, line {{[0-9]+}}, in apply
// CHECK-NOT: Traceback

// FILE: A reproducer
// FILE: versions: lift {{.*}}, xdsl {{.*}}, Python
// FILE: options: --passes cse,crash --target mlir
// FILE: Traceback
// FILE: lift.def @f

// PROGRAM: lift.def @f
lift.def @f(%x: i32) -> i32 {
  lift.return %x
}
