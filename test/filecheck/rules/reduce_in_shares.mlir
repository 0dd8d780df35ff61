// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_shares m=4 n=8 at %%r" function=squares}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_shares m=4 n=8 at %%r" function=largest}' | filecheck %s --check-prefix=LARGEST
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_shares m=4 n=8 at %%r" function=in_order}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_shares m=4 n=8 at %%r" function=said}' 2>&1 | filecheck %s --check-prefix=SAID

// CHECK-LABEL: lift.def @squares
// CHECK: %main = lift.slice %xs from 0 size
// CHECK-NEXT: %shares = lift.split 8 * (N floordiv 32) + 8 %main : !lift.array<N floordiv (8 * (N floordiv 32) + 8), !lift.array<8 * (N floordiv 32) + 8, f32>>
// CHECK-NEXT: %parts = lift.map (%chunk) in %shares
// CHECK: %part = lift.reduce (%acc, %x) in %chunk from
// CHECK: %total = lift.reduce ({{.*}}) in %parts from %a
// CHECK: %rest = lift.slice %xs from {{.*}} size N mod (8 * (N floordiv 32) + 8)
// CHECK-NEXT: %r = lift.reduce ({{.*}}) in %rest from %total
lift.def @squares<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// LARGEST: %parts = lift.map (%chunk) in %shares
// LARGEST-NEXT: %part = lift.reduce ({{.*}}) in %chunk from %a
lift.def @largest<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.maxsi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `reduce_in_shares m=4 n=8 at %r` does not hold: the fold is said to be ordered
lift.def @in_order<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// SAID: error[LIFT0366]: `reduce_in_shares m=4 n=8 at %r` does not hold: it is not known what a part begins with: there is no neutral element
lift.def @said<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce associative (%acc, %x) in %xs from %a {
    %h = arith.subf %acc, %x : f32
    %s = arith.addf %h, %x : f32
    lift.yield %s
  }
  lift.return %r
}
