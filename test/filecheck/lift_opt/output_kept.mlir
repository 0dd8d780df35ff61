// RUN: echo kept > %t
// RUN: not lift-opt %s -o %t 2>/dev/null
// RUN: filecheck %s < %t

// A file is not touched when there is nothing to write to it.
// CHECK: kept
lift.def @f(%x: i32) -> i32 {
  lift.return %y
}
