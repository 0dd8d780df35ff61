// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_blocks c=4 n=8 at %%r" function=sum},lift-apply{step="reduce_in_blocks c=4 n=1 at %%r" function=largest}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_blocks c=4 n=8 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED

// A part has at most 32 elements, however many parts there are; what is left after these is folded at the end.
// CHECK-LABEL: lift.def @sum
// CHECK:      %main = lift.slice %xs from 0 size 8 * (N floordiv 8)
// CHECK-NEXT: %partition = lift.partition %main into (N + 24) floordiv 32 by (i) -> (8 * min(N floordiv 8 - 4 * i, 4))
// CHECK-NEXT: %parts = lift.map (%chunk)[i] in %partition
// CHECK-NEXT:   %part = lift.reduce (%acc, %x) in %chunk from %neutral
// CHECK:      %total = ocl.reduce_seq ({{.*}}) in %parts from %a
// CHECK:      %rest = lift.slice %xs from 8 * (N floordiv 8) size N mod 8
// CHECK-NEXT: %r = ocl.reduce_seq ({{.*}}) in %rest from %total
lift.def @sum<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @largest
// CHECK-NEXT: %partition = lift.partition %xs into (N + 3) floordiv 4 by (i) -> (min(N - 4 * i, 4))
// CHECK-NOT:  lift.slice
lift.def @largest<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.maxsi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `reduce_in_blocks c=4 n=8 at %r` does not hold: the fold is said to be ordered
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}
