// RUN: lift-opt %s -p 'lift-apply{step="reduce_split n=4 at %%s" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="reduce_split n=2 at %%s" function=words}' | filecheck %s --check-prefix=WORDS
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_split n=4 at %%s" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// The position in the whole array is counted from the chunk.
// CHECK-LABEL: lift.def @holds
// CHECK:      %split = lift.split 4 %xs
// CHECK-NEXT: %s_n = lift.reduce (%acc_n, %x_n)[i] in %split from %zero : i32
// CHECK-NEXT: %s = lift.reduce (%acc, %x)[k] in %x_n from %acc_n : i32
// CHECK-NEXT: lift.nat 4 * i + k
// CHECK:      lift.return %s_n
lift.def @holds<N>(%xs: !lift.array<4 * N, i32>, %zero: i32) -> i32 {
  %s = lift.reduce (%acc, %x)[k] in %xs from %zero {
    %n = lift.nat k : i32
    %y = arith.muli %x, %n : i32
    %t = arith.addi %acc, %y : i32
    lift.yield %t : i32
  }
  lift.return %s
}

// A fold of chunks is not associative, and one in order stays in order.
// WORDS-LABEL: lift.def @words
// WORDS:      %s_n = lift.reduce (%acc_n, %x_n) in %split
// WORDS-NEXT: %s = lift.reduce associative commutative (%acc, %x) in %x_n
lift.def @words<N>(%xs: !lift.array<2 * N, f32>, %zero: f32) -> f32 {
  %s = lift.reduce associative commutative (%acc, %x) in %xs from %zero {
    %t = arith.addf %acc, %x : f32
    lift.yield %t : f32
  }
  lift.return %s
}

// REFUSED: error[LIFT0366]: `reduce_split n=4 at %s` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @refused<N>(%xs: !lift.array<N, i32>, %zero: i32) -> i32 {
  %s = lift.reduce (%acc, %x) in %xs from %zero {
    %t = arith.addi %acc, %x : i32
    lift.yield %t : i32
  }
  lift.return %s
}
