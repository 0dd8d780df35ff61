// RUN: lift-opt %s -p 'lift-apply{step="scan_in_parts m=4 n=4 at %%r" function=running},lift-apply{step="scan_in_parts m=4 n=1 at %%r" function=any_length},lift-apply{step="scan_in_parts m=2 n=4 at %%r" function=positions}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_parts m=4 n=1 at %%r" function=said}' 2>&1 | filecheck %s --check-prefix=SAID
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_parts m=4 n=1 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_parts m=4 n=1 at %%r" function=not_associative}' 2>&1 | filecheck %s --check-prefix=NOT-ASSOCIATIVE
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_parts m=4 n=1 at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// CHECK-LABEL: lift.def @running
// CHECK-NEXT: %neutral = arith.constant 0
// CHECK-NEXT: %main = lift.slice %xs from 0 size 4 * (N floordiv 4)
// CHECK-NEXT: %partition = lift.partition %main into (N floordiv 4 + N floordiv 16) floordiv (N floordiv 16 + 1) by (i) -> (4 * min(N floordiv 4 - i * (N floordiv 4 floordiv 4) - i, N floordiv 4 floordiv 4 + 1))
// CHECK-NEXT: %sums = lift.map (%chunk)[i] in %partition
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %chunk from %neutral
// CHECK-NEXT: %y = arith.muli %x, %x
// CHECK-NEXT: %s = arith.addi %acc, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %ends = ocl.scan_seq (%acc.2, %part.2) in %sums from %a
// CHECK-NEXT: %s.2 = arith.addi %acc.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: %pad = lift.pad constant %a 1, 0 %ends
// CHECK-NEXT: %begins = lift.slice %pad from 0 size (N floordiv 4 + N floordiv 16) floordiv (N floordiv 16 + 1)
// CHECK-NEXT: %zip = lift.zip %partition, %begins
// CHECK-NEXT: %rows = lift.map (%x.2)[i1] in %zip
// CHECK-NEXT: %chunk.2 = lift.get %x.2[0]
// CHECK-NEXT: %begin = lift.get %x.2[1]
// CHECK-NEXT: %scan = lift.scan (%acc.3, %x.3) in %chunk.2 from %begin
// CHECK-NEXT: %y.2 = arith.muli %x.3, %x.3
// CHECK-NEXT: %s.3 = arith.addi %acc.3, %y.2
// CHECK-NEXT: lift.yield %s.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %scan
// CHECK-NEXT: }
// CHECK-NEXT: %join = lift.join %rows
// CHECK-NEXT: %rest = lift.slice %xs from 4 * (N floordiv 4) size N mod 4
// CHECK-NEXT: %end = lift.at %pad[(N floordiv 4 + N floordiv 16) floordiv (N floordiv 16 + 1)]
// CHECK-NEXT: %last = ocl.scan_seq (%acc.4, %x.4) in %rest from %end
// CHECK-NEXT: %y.3 = arith.muli %x.4, %x.4
// CHECK-NEXT: %s.4 = arith.addi %acc.4, %y.3
// CHECK-NEXT: lift.yield %s.4
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.concat %join, %last
// CHECK-NEXT: lift.return %r
lift.def @running<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %y = arith.muli %x, %x : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// Nothing is left where any length will do.
// CHECK-LABEL: lift.def @any_length
// CHECK-NEXT: %neutral = arith.constant -0.000000e+00
// CHECK-NEXT: %partition = lift.partition %xs into (N + N floordiv 4) floordiv (N floordiv 4 + 1) by (i) -> (min(N - i * (N floordiv 4) - i, N floordiv 4 + 1))
// CHECK-NEXT: %sums = lift.map (%chunk)[i] in %partition
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %chunk from %neutral
// CHECK-NEXT: %s = arith.addf %acc, %x
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %ends = ocl.scan_seq (%acc.2, %part.2) in %sums from %a
// CHECK-NEXT: %s.2 = arith.addf %acc.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: %pad = lift.pad constant %a 1, 0 %ends
// CHECK-NEXT: %begins = lift.slice %pad from 0 size (N + N floordiv 4) floordiv (N floordiv 4 + 1)
// CHECK-NEXT: %zip = lift.zip %partition, %begins
// CHECK-NEXT: %rows = lift.map (%x.2)[i1] in %zip
// CHECK-NEXT: %chunk.2 = lift.get %x.2[0]
// CHECK-NEXT: %begin = lift.get %x.2[1]
// CHECK-NEXT: %scan = lift.scan (%acc.3, %x.3) in %chunk.2 from %begin
// CHECK-NEXT: %s.3 = arith.addf %acc.3, %x.3
// CHECK-NEXT: lift.yield %s.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %scan
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.join %rows
// CHECK-NEXT: lift.return %r
lift.def @any_length<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// A position is that of the whole.
// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %get = lift.get %ab[0]
// CHECK-NEXT: %neutral = arith.constant 0
// CHECK-NEXT: %get.2 = lift.get %ab[1]
// CHECK-NEXT: %tuple = lift.tuple %neutral, %get.2
// CHECK-NEXT: %partition = lift.partition %xs into 2 by (i) -> (4 * min(N + 2 - i * ((N + 2) floordiv 2) - i, (N + 2) floordiv 2 + 1))
// CHECK-NEXT: %sums = lift.map (%chunk)[i] in %partition
// CHECK-NEXT: %part = lift.reduce (%acc, %x)[k] in %chunk from %tuple
// CHECK-NEXT: %c = lift.get %acc[0]
// CHECK-NEXT: %d = lift.get %acc[1]
// CHECK-NEXT: %i = lift.nat 4 * i * ((N + 2) floordiv 2) + 4 * i + k
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %s = arith.addi %c, %y
// CHECK-NEXT: %m = arith.maxsi %d, %x
// CHECK-NEXT: %t = lift.tuple %s, %m
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %ends = ocl.scan_seq (%acc.2, %part.2) in %sums from %ab
// CHECK-NEXT: %get.3 = lift.get %acc.2[0]
// CHECK-NEXT: %get.4 = lift.get %part.2[0]
// CHECK-NEXT: %s.2 = arith.addi %get.3, %get.4
// CHECK-NEXT: %get.5 = lift.get %acc.2[1]
// CHECK-NEXT: %get.6 = lift.get %part.2[1]
// CHECK-NEXT: %m.2 = arith.maxsi %get.5, %get.6
// CHECK-NEXT: %tuple.2 = lift.tuple %s.2, %m.2
// CHECK-NEXT: lift.yield %tuple.2
// CHECK-NEXT: }
// CHECK-NEXT: %pad = lift.pad constant %ab 1, 0 %ends
// CHECK-NEXT: %begins = lift.slice %pad from 0 size 2
// CHECK-NEXT: %zip = lift.zip %partition, %begins
// CHECK-NEXT: %rows = lift.map (%x.2)[i1] in %zip
// CHECK-NEXT: %chunk.2 = lift.get %x.2[0]
// CHECK-NEXT: %begin = lift.get %x.2[1]
// CHECK-NEXT: %scan = lift.scan (%acc.3, %x.3)[k1] in %chunk.2 from %begin
// CHECK-NEXT: %c.2 = lift.get %acc.3[0]
// CHECK-NEXT: %d.2 = lift.get %acc.3[1]
// CHECK-NEXT: %i.2 = lift.nat 4 * i1 * ((N + 2) floordiv 2) + 4 * i1 + k1
// CHECK-NEXT: %y.2 = arith.muli %x.3, %i.2
// CHECK-NEXT: %s.3 = arith.addi %c.2, %y.2
// CHECK-NEXT: %m.3 = arith.maxsi %d.2, %x.3
// CHECK-NEXT: %t.2 = lift.tuple %s.3, %m.3
// CHECK-NEXT: lift.yield %t.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %scan
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.join %rows
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%xs: !lift.array<4 * N + 8, i32>, %ab: tuple<i32, i32>) -> !lift.array<4 * N + 8, tuple<i32, i32>> {
  %r = lift.scan (%acc, %x)[k] in %xs from %ab {
    %c = lift.get %acc[0]
    %d = lift.get %acc[1]
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %s = arith.addi %c, %y : i32
    %m = arith.maxsi %d, %x : i32
    %t = lift.tuple %s, %m
    lift.yield %t
  }
  lift.return %r
}

// SAID: error[LIFT0366]: `scan_in_parts m=4 n=1 at %r` does not hold: it is not known what a part begins with: there is no neutral element
lift.def @said<N>(%xs: !lift.array<N, tuple<i32, f32>>, %a: tuple<i32, f32>) -> !lift.array<N, tuple<i32, f32>> {
  %r = lift.scan associative (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `scan_in_parts m=4 n=1 at %r` does not hold: the fold is said to be ordered
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.scan ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// NOT-ASSOCIATIVE: error[LIFT0366]: `scan_in_parts m=4 n=1 at %r` does not hold: the fold is not seen to be associative, nor said to be
lift.def @not_associative<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.divf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `scan_in_parts m=4 n=1 at %r` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %a: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.scan (%acc, %x) in %e from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
