// RUN: not lift-opt %s --limit type-leaves=7 2>&1 | filecheck %s --check-prefix=LEAVES
// RUN: lift-opt %s --limit type-leaves=8 | filecheck %s --check-prefix=ENOUGH
// RUN: not lift-opt %s -p lift-inline --limit type-leaves=100,inlined-ops=7 2>&1 | filecheck %s --check-prefix=OPS
// RUN: lift-opt %s -p lift-inline --limit type-leaves=100 --limit inlined-ops=8 | filecheck %s --check-prefix=INLINED
// RUN: not lift-opt %s --limit leaves=7 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not lift-opt %s --limit type-leaves=many 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: not lift-opt %s --limit type-leaves=0 2>&1 | filecheck %s --check-prefix=LEAST

// LEAVES: limits.mlir:[[# @LINE + 15]]:8: error[LIFT0006]: there are too many leaves in a type
// LEAVES: expected: at most 7 leaves in a type, which is the limit 'type-leaves'
// LEAVES: found: at least 8
// LEAVES: fix: use fewer, or raise the limit: `--limit type-leaves=16`, or `limits={'type-leaves': 16}` in lift.compile
// ENOUGH: lift.def @once
// OPS: limits.mlir:[[# @LINE + 13]]:1: error[LIFT0006]: @often has too many ops once its calls are inlined
// OPS: found: at least 8
// INLINED-NOT: lift.call
// UNKNOWN: error[LIFT0007]: there is no limit 'leaves'
// UNKNOWN: expected: type-leaves, vector-width
// NUMBER: error[LIFT0007]: a limit is given by its name and a number
// LEAST: error[LIFT0007]: the limit 'type-leaves' is a number
lift.def @once(%x: i32) -> i32 {
  %a = lift.tuple %x, %x
  %b = lift.tuple %a, %a
  %c = lift.tuple %b, %b
  lift.return %x
}
lift.def @often(%x: i32) -> i32 {
  %a = lift.call @once(%x)
  %b = lift.call @once(%a)
  lift.return %b
}
