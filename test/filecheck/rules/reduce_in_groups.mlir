// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_groups n=8 p=2 at %%r" function=sum},lift-apply{step="reduce_in_groups n=4 p=2 at %%r" function=positions}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_groups n=8 p=3 at %%r" function=not_divided}' 2>&1 | filecheck %s --check-prefix=NOT-DIVIDED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_groups n=8 p=2 at %%s" function=inside}' 2>&1 | filecheck %s --check-prefix=INSIDE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_groups n=8 p=2 at %%r" function=mixed}' 2>&1 | filecheck %s --check-prefix=MIXED

// CHECK-LABEL: lift.def @sum
// CHECK-NEXT: %neutral = arith.constant -0.000000e+00
// CHECK-NEXT: %main = lift.slice %xs from 0 size 8 * (N floordiv 8)
// CHECK-NEXT: %chunks = lift.split 8 %main
// CHECK-NEXT: %groups = ocl.map_wrg<0> (%chunk) in %chunks
// CHECK-NEXT: %pieces = lift.split 2 %chunk
// CHECK-NEXT: %sums = ocl.map_lcl<0> (%piece) in %pieces
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %piece from %neutral
// CHECK-NEXT: %s = arith.addf %acc, %x
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: %to_local = ocl.to_local %part
// CHECK-NEXT: lift.yield %to_local
// CHECK-NEXT: }
// CHECK-NEXT: %split = lift.split 4 %sums
// CHECK-NEXT: %map_lcl = ocl.map_lcl<0> (%sums.2) in %split
// CHECK-NEXT: %part.2 = lift.reduce (%acc.2, %part.3) in %sums.2 from %neutral
// CHECK-NEXT: %s.2 = arith.addf %acc.2, %part.3
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: %to_global = ocl.to_global %part.2
// CHECK-NEXT: lift.yield %to_global
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %map_lcl
// CHECK-NEXT: }
// CHECK-NEXT: %parts = lift.join %groups
// CHECK-NEXT: %total = ocl.reduce_seq (%acc.3, %part.4) in %parts from %a
// CHECK-NEXT: %s.3 = arith.addf %acc.3, %part.4
// CHECK-NEXT: lift.yield %s.3
// CHECK-NEXT: }
// CHECK-NEXT: %rest = lift.slice %xs from 8 * (N floordiv 8) size N mod 8
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.4, %x.2) in %rest from %total
// CHECK-NEXT: %s.4 = arith.addf %acc.4, %x.2
// CHECK-NEXT: lift.yield %s.4
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @sum<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %chunks = lift.split 4 %xs
// CHECK-NEXT: %groups = ocl.map_wrg<0> (%chunk)[i] in %chunks
// CHECK-NEXT: %pieces = lift.split 2 %chunk
// CHECK-NEXT: %sums = ocl.map_lcl<0> (%piece)[j] in %pieces
// CHECK-NEXT: %part = lift.reduce (%acc, %x)[k] in %piece from %a
// CHECK-NEXT: %i = lift.nat 4 * i + 2 * j + k
// CHECK-NEXT: %y = arith.xori %x, %i
// CHECK-NEXT: %s = arith.minsi %acc, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: %to_local = ocl.to_local %part
// CHECK-NEXT: lift.yield %to_local
// CHECK-NEXT: }
// CHECK-NEXT: %split = lift.split 2 %sums
// CHECK-NEXT: %map_lcl = ocl.map_lcl<0> (%sums.2) in %split
// CHECK-NEXT: %part.2 = lift.reduce (%acc.2, %part.3) in %sums.2 from %a
// CHECK-NEXT: %s.2 = arith.minsi %acc.2, %part.3
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: %to_global = ocl.to_global %part.2
// CHECK-NEXT: lift.yield %to_global
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %map_lcl
// CHECK-NEXT: }
// CHECK-NEXT: %parts = lift.join %groups
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.3, %part.4) in %parts from %a
// CHECK-NEXT: %s.3 = arith.minsi %acc.3, %part.4
// CHECK-NEXT: lift.yield %s.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%xs: !lift.array<4 * N + 8, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k
    %y = arith.xori %x, %i : i32
    %s = arith.minsi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// NOT-DIVIDED: error[LIFT0366]: `reduce_in_groups n=8 p=3 at %r` does not hold: 3 does not divide 8
lift.def @not_divided<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// A work item has no groups of its own.
// INSIDE: error[LIFT0366]: `reduce_in_groups n=8 p=2 at %s` does not hold: 'ocl.map_wrg' cannot stand inside 'ocl.map_glb'
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %a: i32) -> !lift.array<N, i32> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = lift.reduce (%acc, %x) in %row from %a {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// One part of the accumulator is in the other.
// MIXED: error[LIFT0366]: `reduce_in_groups n=8 p=2 at %r` does not hold: the fold is not seen to be associative, nor said to be
lift.def @mixed<N>(%xs: !lift.array<N, i32>, %ab: tuple<i32, i32>) -> tuple<i32, i32> {
  %r = lift.reduce (%acc, %x) in %xs from %ab {
    %c = lift.get %acc[0]
    %d = lift.get %acc[1]
    %s = arith.addi %c, %x : i32
    %m = arith.addi %d, %s : i32
    %t = lift.tuple %s, %m
    lift.yield %t
  }
  lift.return %r
}
