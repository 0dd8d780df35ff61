// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_parts m=4 n=8 at %%r" function=sum},lift-apply{step="reduce_in_parts m=4 n=1 at %%r" function=largest},lift-apply{step="reduce_in_parts m=4 n=4 at %%r" function=positions},lift-apply{step="reduce_in_parts m=3 n=2 at %%r" function=tuples}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_parts m=4 n=1 at %%r" function=said}' 2>&1 | filecheck %s --check-prefix=SAID
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_parts m=4 n=1 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_parts m=4 n=1 at %%r" function=not_associative}' 2>&1 | filecheck %s --check-prefix=NOT-ASSOCIATIVE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_parts m=4 n=1 at %%r" function=array}' 2>&1 | filecheck %s --check-prefix=ARRAY
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_parts m=4 n=1 at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// The length of each part is a multiple of 8; what is left after these is folded at the end.
// CHECK-LABEL: lift.def @sum
// CHECK-NEXT: %neutral = arith.constant -0.000000e+00
// CHECK-NEXT: %main = lift.slice %xs from 0 size 8 * (N floordiv 8)
// CHECK-NEXT: %partition = lift.partition %main into (N floordiv 8 + N floordiv 32) floordiv (N floordiv 32 + 1) by (i) -> (8 * min(N floordiv 8 - i * (N floordiv 8 floordiv 4) - i, N floordiv 8 floordiv 4 + 1))
// CHECK-NEXT: %parts = lift.map (%chunk)[i] in %partition
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %chunk from %neutral
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: %s = arith.addf %acc, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %total = ocl.reduce_seq (%acc.2, %part.2) in %parts from %a
// CHECK-NEXT: %s.2 = arith.addf %acc.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: %rest = lift.slice %xs from 8 * (N floordiv 8) size N mod 8
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.3, %x.2) in %rest from %total
// CHECK-NEXT: %y.2 = arith.mulf %x.2, %x.2
// CHECK-NEXT: %s.3 = arith.addf %acc.3, %y.2
// CHECK-NEXT: lift.yield %s.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @sum<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// Nothing is left where any length will do; what is idempotent begins with what the fold begins with.
// CHECK-LABEL: lift.def @largest
// CHECK-NEXT: %partition = lift.partition %xs into (N + N floordiv 4) floordiv (N floordiv 4 + 1) by (i) -> (min(N - i * (N floordiv 4) - i, N floordiv 4 + 1))
// CHECK-NEXT: %parts = lift.map (%chunk)[i] in %partition
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %chunk from %a
// CHECK-NEXT: %s = arith.maxsi %acc, %x
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.2, %part.2) in %parts from %a
// CHECK-NEXT: %s.2 = arith.maxsi %acc.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @largest<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.maxsi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// Nor where the length is known to be a multiple.
// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %neutral = arith.constant 0
// CHECK-NEXT: %partition = lift.partition %m into (N + 1) floordiv ((N + 2) floordiv 4 + 1) + 1 by (i) -> (4 * min(N + 2 - i * ((N + 2) floordiv 4) - i, (N + 2) floordiv 4 + 1))
// CHECK-NEXT: %parts = lift.map (%chunk)[i] in %partition
// CHECK-NEXT: %part = lift.reduce (%acc, %row)[k] in %chunk from %neutral
// CHECK-NEXT: %x = lift.at %row[4 * i * ((N + 2) floordiv 4) + 4 * i + k]
// CHECK-NEXT: %i = lift.nat 4 * i * ((N + 2) floordiv 4) + 4 * i + k
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %s = arith.addi %acc, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.2, %part.2) in %parts from %a
// CHECK-NEXT: %s.2 = arith.addi %acc.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%m: !lift.array<i : 4 * N + 8, !lift.array<i + 1, i32>>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %row)[k] in %m from %a {
    %x = lift.at %row[k]
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @tuples
// CHECK-NEXT: %get = lift.get %ab[0]
// CHECK-NEXT: %neutral = arith.constant 0
// CHECK-NEXT: %get.2 = lift.get %ab[1]
// CHECK-NEXT: %tuple = lift.tuple %neutral, %get.2
// CHECK-NEXT: %main = lift.slice %xs from 0 size 2 * (N floordiv 2)
// CHECK-NEXT: %partition = lift.partition %main into (N floordiv 2 + N floordiv 6) floordiv (N floordiv 6 + 1) by (i) -> (2 * min(N floordiv 2 - i * (N floordiv 2 floordiv 3) - i, N floordiv 2 floordiv 3 + 1))
// CHECK-NEXT: %parts = lift.map (%chunk)[i] in %partition
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %chunk from %tuple
// CHECK-NEXT: %c = lift.get %acc[0]
// CHECK-NEXT: %d = lift.get %acc[1]
// CHECK-NEXT: %s = arith.addi %c, %x
// CHECK-NEXT: %m = arith.maxsi %d, %x
// CHECK-NEXT: %t = lift.tuple %s, %m
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %total = ocl.reduce_seq (%acc.2, %part.2) in %parts from %ab
// CHECK-NEXT: %get.3 = lift.get %acc.2[0]
// CHECK-NEXT: %get.4 = lift.get %part.2[0]
// CHECK-NEXT: %s.2 = arith.addi %get.3, %get.4
// CHECK-NEXT: %get.5 = lift.get %acc.2[1]
// CHECK-NEXT: %get.6 = lift.get %part.2[1]
// CHECK-NEXT: %m.2 = arith.maxsi %get.5, %get.6
// CHECK-NEXT: %tuple.2 = lift.tuple %s.2, %m.2
// CHECK-NEXT: lift.yield %tuple.2
// CHECK-NEXT: }
// CHECK-NEXT: %rest = lift.slice %xs from 2 * (N floordiv 2) size N mod 2
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.3, %x.2) in %rest from %total
// CHECK-NEXT: %c.2 = lift.get %acc.3[0]
// CHECK-NEXT: %d.2 = lift.get %acc.3[1]
// CHECK-NEXT: %s.3 = arith.addi %c.2, %x.2
// CHECK-NEXT: %m.3 = arith.maxsi %d.2, %x.2
// CHECK-NEXT: %t.2 = lift.tuple %s.3, %m.3
// CHECK-NEXT: lift.yield %t.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @tuples<N>(%xs: !lift.array<N, i32>, %ab: tuple<i32, i32>) -> tuple<i32, i32> {
  %r = lift.reduce (%acc, %x) in %xs from %ab {
    %c = lift.get %acc[0]
    %d = lift.get %acc[1]
    %s = arith.addi %c, %x : i32
    %m = arith.maxsi %d, %x : i32
    %t = lift.tuple %s, %m
    lift.yield %t
  }
  lift.return %r
}

// SAID: error[LIFT0366]: `reduce_in_parts m=4 n=1 at %r` does not hold: it is not known what a part begins with: there is no neutral element
lift.def @said<N>(%xs: !lift.array<N, tuple<i32, f32>>, %a: tuple<i32, f32>) -> tuple<i32, f32> {
  %r = lift.reduce associative (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `reduce_in_parts m=4 n=1 at %r` does not hold: the fold is said to be ordered
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// NOT-ASSOCIATIVE: error[LIFT0366]: `reduce_in_parts m=4 n=1 at %r` does not hold: the fold is not seen to be associative, nor said to be
lift.def @not_associative<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.subi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// ARRAY: error[LIFT0366]: `reduce_in_parts m=4 n=1 at %r` does not hold: the accumulator holds an array
lift.def @array<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %first: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.reduce associative (%acc, %row) in %m from %first {
    lift.yield %row
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `reduce_in_parts m=4 n=1 at %r` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %e from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
