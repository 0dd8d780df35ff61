// RUN: not lift-opt %s --split-input-file 2>&1 | filecheck %s
// RUN: not lift-opt %s --split-input-file 2>/dev/null | filecheck %s --check-prefix=PRINTED

// Each program is on its own; errors are counted in lines of the file.
// CHECK: split_input_file.mlir:16:15: error[LIFT0010]: %y is not defined here

// PRINTED: lift.def @first
// PRINTED: // -----
// PRINTED: // -----
// PRINTED: lift.def @third
lift.def @first(%x: i32) -> i32 {
  lift.return %x
}
// -----
lift.def @second(%x: i32) -> i32 {
  lift.return %y
}
// -----
lift.def @third(%x: i32) -> i32 {
  lift.return %x
}
