// RUN: lift-opt %s -p 'lift-apply{step="update_in_parts m=4 r=2 at %%r" function=histogram},lift-apply{step="update_in_parts m=4 r=1 at %%r" function=positions},lift-apply{step="update_in_parts m=3 r=1 at %%r" function=tuples}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="update_in_parts m=4 r=1 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="update_in_parts m=4 r=1 at %%r" function=replaced}' 2>&1 | filecheck %s --check-prefix=REPLACED
// RUN: not lift-opt %s -p 'lift-apply{step="update_in_parts m=4 r=1 at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// Each part adds to zeros of its own, and a part has at least two elements for each of these.
// CHECK-LABEL: lift.def @histogram
// CHECK-NEXT: %parts = lift.partition %xs into (N - 1) floordiv (2 * M + N floordiv 4 + 1) + 1 by (i) -> (min(N - 2 * M * i - i * (N floordiv 4) - i, 2 * M + N floordiv 4 + 1))
// CHECK-NEXT: %places = lift.partition %is into (N - 1) floordiv (2 * M + N floordiv 4 + 1) + 1 by (i) -> (min(N - 2 * M * i - i * (N floordiv 4) - i, 2 * M + N floordiv 4 + 1))
// CHECK-NEXT: %zip = lift.zip %parts, %places
// CHECK-NEXT: %copies = lift.map (%part)[i] in %zip
// CHECK-NEXT: %neutrals = lift.generate [j
// CHECK-NEXT: %neutral = arith.constant 0
// CHECK-NEXT: lift.yield %neutral
// CHECK-NEXT: }
// CHECK-NEXT: %xs.2 = lift.get %part[0]
// CHECK-NEXT: %is.2 = lift.get %part[1]
// CHECK-NEXT: %copy = lift.update (%old, %x) in %xs.2 at %is.2 into %neutrals
// CHECK-NEXT: %s = arith.addi %old, %x
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %copy
// CHECK-NEXT: }
// CHECK-NEXT: %transpose = lift.transpose %copies
// CHECK-NEXT: %zip.2 = lift.zip %before, %transpose
// CHECK-NEXT: %r = lift.map (%column) in %zip.2
// CHECK-NEXT: %get = lift.get %column[0]
// CHECK-NEXT: %get.2 = lift.get %column[1]
// CHECK-NEXT: %reduce = lift.reduce (%old.2, %part.2) in %get.2 from %get
// CHECK-NEXT: %s.2 = arith.addi %old.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %reduce
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @histogram<N, M>(%xs: !lift.array<N, i32>, %is: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.update (%old, %x) in %xs at %is into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// A position is that of the whole.
// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %parts = lift.partition %m into (N - 1) floordiv (N floordiv 4 + 17) + 1 by (i) -> (min(N - i * (N floordiv 4) - 17 * i, N floordiv 4 + 17))
// CHECK-NEXT: %places = lift.partition %is into (N - 1) floordiv (N floordiv 4 + 17) + 1 by (i) -> (min(N - i * (N floordiv 4) - 17 * i, N floordiv 4 + 17))
// CHECK-NEXT: %zip = lift.zip %parts, %places
// CHECK-NEXT: %copies = lift.map (%part)[i] in %zip
// CHECK-NEXT: %neutrals = lift.generate [j
// CHECK-NEXT: %neutral = arith.constant 0xff800000
// CHECK-NEXT: lift.yield %neutral
// CHECK-NEXT: }
// CHECK-NEXT: %xs = lift.get %part[0]
// CHECK-NEXT: %is.2 = lift.get %part[1]
// CHECK-NEXT: %copy = lift.update (%old, %row)[k1] in %xs at %is.2 into %neutrals
// CHECK-NEXT: %x = lift.at %row[i * (N floordiv 4) + 17 * i + k1]
// CHECK-NEXT: %s = arith.maximumf %old, %x
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %copy
// CHECK-NEXT: }
// CHECK-NEXT: %transpose = lift.transpose %copies
// CHECK-NEXT: %zip.2 = lift.zip %before, %transpose
// CHECK-NEXT: %r = lift.map (%column) in %zip.2
// CHECK-NEXT: %get = lift.get %column[0]
// CHECK-NEXT: %get.2 = lift.get %column[1]
// CHECK-NEXT: %reduce = lift.reduce (%old.2, %part.2) in %get.2 from %get
// CHECK-NEXT: %s.2 = arith.maximumf %old.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %reduce
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %is: !lift.array<N, i32>, %before: !lift.array<16, f32>) -> !lift.array<16, f32> {
  %r = lift.update (%old, %row)[k] in %m at %is into %before {
    %x = lift.at %row[k]
    %s = arith.maximumf %old, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// Each part of a tuple has a number of its own that is neutral.
// CHECK-LABEL: lift.def @tuples
// CHECK-NEXT: %one = arith.constant 1
// CHECK-NEXT: %parts = lift.partition %xs into (N - 1) floordiv (M + N floordiv 3 + 1) + 1 by (i) -> (min(N - M * i - i * (N floordiv 3) - i, M + N floordiv 3 + 1))
// CHECK-NEXT: %places = lift.partition %is into (N - 1) floordiv (M + N floordiv 3 + 1) + 1 by (i) -> (min(N - M * i - i * (N floordiv 3) - i, M + N floordiv 3 + 1))
// CHECK-NEXT: %zip = lift.zip %parts, %places
// CHECK-NEXT: %copies = lift.map (%part)[i] in %zip
// CHECK-NEXT: %neutrals = lift.generate [j
// CHECK-NEXT: %neutral = arith.constant -0.000000e+00
// CHECK-NEXT: lift.yield %neutral
// CHECK-NEXT: }
// CHECK-NEXT: %neutrals.2 = lift.generate [j1
// CHECK-NEXT: %neutral.2 = arith.constant 0
// CHECK-NEXT: lift.yield %neutral.2
// CHECK-NEXT: }
// CHECK-NEXT: %zip.2 = lift.zip %neutrals, %neutrals.2
// CHECK-NEXT: %xs.2 = lift.get %part[0]
// CHECK-NEXT: %is.2 = lift.get %part[1]
// CHECK-NEXT: %copy = lift.update (%old, %x) in %xs.2 at %is.2 into %zip.2
// CHECK-NEXT: %sum = lift.get %old[0]
// CHECK-NEXT: %count = lift.get %old[1]
// CHECK-NEXT: %s = arith.addf %sum, %x
// CHECK-NEXT: %c = arith.addi %count, %one
// CHECK-NEXT: %t = lift.tuple %s, %c
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %copy
// CHECK-NEXT: }
// CHECK-NEXT: %transpose = lift.transpose %copies
// CHECK-NEXT: %zip.3 = lift.zip %before, %transpose
// CHECK-NEXT: %r = lift.map (%column) in %zip.3
// CHECK-NEXT: %get = lift.get %column[0]
// CHECK-NEXT: %get.2 = lift.get %column[1]
// CHECK-NEXT: %reduce = lift.reduce (%old.2, %part.2) in %get.2 from %get
// CHECK-NEXT: %get.3 = lift.get %old.2[0]
// CHECK-NEXT: %get.4 = lift.get %part.2[0]
// CHECK-NEXT: %s.2 = arith.addf %get.3, %get.4
// CHECK-NEXT: %get.5 = lift.get %old.2[1]
// CHECK-NEXT: %get.6 = lift.get %part.2[1]
// CHECK-NEXT: %c.2 = arith.addi %get.5, %get.6
// CHECK-NEXT: %tuple = lift.tuple %s.2, %c.2
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %reduce
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @tuples<N, M>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %before: !lift.array<M, tuple<f32, i64>>) -> !lift.array<M, tuple<f32, i64>> {
  %one = arith.constant 1 : i64
  %r = lift.update (%old, %x) in %xs at %is into %before {
    %sum = lift.get %old[0]
    %count = lift.get %old[1]
    %s = arith.addf %sum, %x : f32
    %c = arith.addi %count, %one : i64
    %t = lift.tuple %s, %c
    lift.yield %t
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `update_in_parts m=4 r=1 at %r` does not hold: the update is said to be ordered
lift.def @ordered<N, M>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %before: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.update ordered (%old, %x) in %xs at %is into %before {
    %s = arith.addf %old, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// REPLACED: error[LIFT0366]: `update_in_parts m=4 r=1 at %r` does not hold: the update is not seen to be `old ⊕ g(x)`, with an ⊕ whose neutral number is known
lift.def @replaced<N, M>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %before: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.update (%old, %x) in %xs at %is into %before {
    lift.yield %x
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `update_in_parts m=4 r=1 at %r` does not hold: the length is hidden
lift.def @hidden<N, M>(%xs: !lift.exists<X upto N, !lift.array<X, i32>>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.update (%old, %x) in %xs at %xs into %before {
    %s = arith.addi %old, %x : i32
    lift.yield %s
  }
  lift.return %r
}
