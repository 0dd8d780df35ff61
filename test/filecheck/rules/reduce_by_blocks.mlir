// RUN: lift-opt %s -p 'lift-apply{step="reduce_by_blocks c=4 n=8 at %%r" function=any},lift-apply{step="reduce_by_blocks c=4 n=1 at %%r" function=ordered}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_by_blocks c=4 n=8 at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// Any fold, also one that knows its position: that of an element in the whole.
// CHECK-LABEL: lift.def @any
// CHECK:      %main = lift.slice %xs from 0 size 8 * (N floordiv 8)
// CHECK-NEXT: %partition = lift.partition %main into (N + 24) floordiv 32 by (i) -> (8 * min(N floordiv 8 - 4 * i, 4))
// CHECK-NEXT: %r_n = lift.reduce (%acc, %block)[i] in %partition from %a
// CHECK-NEXT:   %r = lift.reduce (%acc.2, %x)[k] in %block from %acc
// CHECK-NEXT:     lift.nat {{k \+ 32 \* i|32 \* i \+ k}} : i32
// CHECK:        lift.yield %r
// CHECK:      %rest = lift.slice %xs from 8 * (N floordiv 8) size N mod 8
// CHECK-NEXT: %r_rest = lift.reduce ({{.*}})[k1] in %rest from %r_n
// CHECK-NEXT:   lift.nat {{.*}}k1{{.*}} : i32
lift.def @any<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k : i32
    %y = arith.subi %x, %acc : i32
    %s = arith.muli %y, %i : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @ordered
// CHECK:      lift.reduce ordered (%acc, %block)[i]
// CHECK-NEXT:   lift.reduce ordered (%acc.2, %x) in %block
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `reduce_by_blocks c=4 n=8 at %r` does not hold: the length is hidden
lift.def @hidden<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %kept = lift.filter (%x) in %xs {
    %c = arith.cmpf olt, %x, %a : f32
    lift.yield %c
  }
  %r = lift.reduce (%acc, %x) in %kept from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}
