// RUN: lift-opt %s -p canonicalize,cse --timing 2>&1 >/dev/null | filecheck %s --check-prefix=TIMING
// RUN: lift-opt %s -p canonicalize,cse --statistics 2>&1 >/dev/null | filecheck %s --check-prefix=STATISTICS
// RUN: lift-opt %s -p canonicalize,cse --time-passes | filecheck %s --check-prefix=XDSL

// TIMING: ms share phase
// TIMING: parse
// TIMING: verify
// TIMING: canonicalize
// TIMING: cse
// TIMING: print as mlir
// TIMING: 100.0% in all

// Five ops (with the module) become three; one pattern folds the addition, one removes the constant.
// STATISTICS: rewrites ops before after created erased pass
// STATISTICS: 2 5 3 0 2 canonicalize
// STATISTICS: 0 3 3 0 0 cse

// XDSL: Pass canonicalize took {{.*}} seconds
// XDSL: Pass cse took {{.*}} seconds
lift.def @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %y = arith.addi %x, %zero : i32
  lift.return %y
}
