// RUN: lift-opt %s -p "lift-to-ocl{chunk=8}" | filecheck %s
// RUN: lift-opt %s -p lift-to-ocl | filecheck %s --check-prefix=USUAL

// USUAL-LABEL: lift.def @sum
// USUAL: lift.split 4096

// CHECK-LABEL: lift.def @sum
// CHECK-NEXT: %neutral = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %main = lift.slice %xs from 0 size 8 * (N floordiv 8)
// CHECK-NEXT: %chunks = lift.split 8 %main
// CHECK-NEXT: %parts = ocl.map_glb<0> (%chunk) in %chunks : !lift.array<N floordiv 8, f32> {
// CHECK-NEXT:   %part = ocl.reduce_seq (%acc, %x) in %chunk from %neutral : f32 {
// CHECK-NEXT:     arith.mulf %x, %x
// CHECK-NEXT:     arith.addf
// CHECK:      ocl.reduce_seq (%acc_1, %part_1) in %parts from %a
// CHECK-NEXT:   arith.addf %acc_1, %part_1
// CHECK:      %rest = lift.slice %xs from 8 * (N floordiv 8) size N mod 8
// CHECK-NEXT: ocl.reduce_seq (%acc_2, %x_1) in %rest from
// CHECK-NEXT:     arith.mulf %x_1, %x_1
lift.def @sum<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// Where the length is known to fill the chunks, nothing is left; a constant that is neutral is taken as it is.
// CHECK-LABEL: lift.def @without_rest
// CHECK: lift.split 8 %xs
// CHECK: ocl.reduce_seq {{.*}} in %chunk from %one
// CHECK: ocl.reduce_seq {{.*}} in %parts from %one
// CHECK-NOT: reduce_seq
// CHECK: lift.return
lift.def @without_rest<N>(%xs: !lift.array<8 * N + 8, i32>) -> i32 {
  %one = arith.constant 1 : i32
  %r = lift.reduce (%acc, %x) in %xs from %one {
    %s = arith.muli %x, %acc : i32
    lift.yield %s
  }
  lift.return %r
}

// Every part of a minimum may begin with the initial value.
// CHECK-LABEL: lift.def @minimum
// CHECK: ocl.reduce_seq {{.*}} in %chunk from %a
// CHECK-NEXT: arith.minnumf
// CHECK: ocl.reduce_seq {{.*}} in %parts from %a
lift.def @minimum<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.minnumf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// `acc + x + y` is a sum, too.
// CHECK-LABEL: lift.def @several
// CHECK: ocl.map_glb<0>
lift.def @several<N>(%xs: !lift.array<N, tuple<i32, i32>>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %p) in %xs from %a {
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %s = arith.addi %acc, %x : i32
    %t = arith.addi %y, %s : i32
    lift.yield %t
  }
  lift.return %r
}

// A position counts from the beginning of the whole array.
// CHECK-LABEL: lift.def @positions
// CHECK: ocl.map_glb<0> (%chunk)[i] in %chunks
// CHECK-NEXT: ocl.reduce_seq (%acc, %x)[k] in %chunk
// CHECK-NEXT: lift.nat 8 * i + k : i32
// CHECK: ocl.reduce_seq (%acc_2, %x_1)[k1] in %rest
// CHECK-NEXT: lift.nat k1 + 8 * (N floordiv 8) : i32
lift.def @positions<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k : i32
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// Names that are bound inside are bound once in each copy.
// CHECK-LABEL: lift.def @names_inside
// CHECK: ocl.reduce_seq (%acc, %row) in %chunk
// CHECK: ocl.reduce_seq (%b, %x)[i] in %row
// CHECK: ocl.reduce_seq (%acc_2, %row_1) in %rest
// CHECK: ocl.reduce_seq (%b_1, %x_1)[i1] in %row_1
lift.def @names_inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %row) in %m from %a {
    %one = lift.reduce (%b, %x)[i] in %row from %a {
      %n = lift.nat i : i32
      %y = arith.subi %n, %x : i32
      lift.yield %y
    }
    %s = arith.addi %acc, %one : i32
    lift.yield %s
  }
  lift.return %r
}

// Several accumulators, each with an op of its own.
// CHECK-LABEL: lift.def @tuples
// CHECK: %neutral = arith.constant 0 : i32
// CHECK-NEXT: [[START:%[a-z0-9_]+]] = lift.tuple %neutral, %b
// CHECK: ocl.reduce_seq {{.*}} in %chunk from [[START]]
// CHECK: ocl.reduce_seq (%acc_1, %part_1) in %parts from %ab
// CHECK: arith.addi
// CHECK: arith.maxsi
lift.def @tuples<N>(%xs: !lift.array<N, i32>, %a: i32, %b: i32) -> tuple<i32, i32> {
  %ab = lift.tuple %a, %b
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

// What is only said to be associative has no neutral value: a chunk begins with its first element.
// CHECK-LABEL: lift.def @said
// CHECK: ocl.map_glb<0> (%chunk) in %chunks
// CHECK-NEXT: [[FIRST:%[a-z0-9_]+]] = lift.at %chunk[0]
// CHECK-NEXT: [[OTHERS:%[a-z0-9_]+]] = lift.slice %chunk from 1 size 7
// CHECK-NEXT: ocl.reduce_seq {{.*}} in [[OTHERS]] from [[FIRST]]
// CHECK: ocl.reduce_seq {{.*}} in %parts from %a
lift.def @said<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce associative (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// What must not be regrouped is one loop.
// CHECK-LABEL: lift.def @ordered
// CHECK-NEXT: ocl.reduce_seq (%acc, %x) in %xs from %a
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @not_associative
// CHECK-NEXT: ocl.reduce_seq (%acc, %x) in %xs from %a
lift.def @not_associative<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.subi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// The accumulator is used twice.
// CHECK-LABEL: lift.def @accumulator_twice
// CHECK-NEXT: ocl.reduce_seq (%acc, %x) in %xs from %a
lift.def @accumulator_twice<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.muli %acc, %x : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// One part of the accumulator is in the other.
// CHECK-LABEL: lift.def @mixed
// CHECK: ocl.reduce_seq (%acc, %x) in %xs from %ab
lift.def @mixed<N>(%xs: !lift.array<N, i32>, %a: i32, %b: i32) -> tuple<i32, i32> {
  %ab = lift.tuple %a, %b
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

// Two different ops in a row are not one.
// CHECK-LABEL: lift.def @two_ops
// CHECK-NEXT: ocl.reduce_seq (%acc, %x) in %xs from %a
lift.def @two_ops<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.muli %acc, %x : i32
    %s = arith.addi %y, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// A sum that is said never to overflow may do so in parts.
// CHECK-LABEL: lift.def @no_overflow
// CHECK-NEXT: ocl.reduce_seq (%acc, %x) in %xs from %a
lift.def @no_overflow<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x overflow<nsw> : i32
    lift.yield %s
  }
  lift.return %r
}

// Nothing is split that fits into a chunk.
// CHECK-LABEL: lift.def @short
// CHECK-NEXT: ocl.reduce_seq (%acc, %x) in %xs from %a
lift.def @short<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 where [N le 8] {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// Rows that are added up are columns that are added up, each by itself.
// CHECK-LABEL: lift.def @reduce_of_rows
// CHECK: ocl.map_glb<0> (%a)[j] in %zeros : !lift.array<M, i32> {
// CHECK-NEXT: ocl.reduce_seq (%acc, %weighted) in %both from %a : i32 {
// CHECK-NEXT:   %w = lift.get %weighted[0]
// CHECK-NEXT:   %row = lift.get %weighted[1]
// CHECK-NEXT:   %x = lift.at %row[j]
// CHECK-NEXT:   %y = arith.muli %x, %w
// CHECK-NEXT:   arith.addi %acc, %y
lift.def @reduce_of_rows<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %ws: !lift.array<N, i32>) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %zeros = lift.generate [i : M] {
    lift.yield %zero
  }
  %both = lift.zip %ws, %m
  %r = lift.reduce (%acc, %weighted) in %both from %zeros {
    %w = lift.get %weighted[0]
    %row = lift.get %weighted[1]
    %pairs = lift.zip %acc, %row
    %s = lift.map (%p) in %pairs {
      %c = lift.get %p[0]
      %x = lift.get %p[1]
      %y = arith.muli %x, %w : i32
      %t = arith.addi %c, %y : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// An accumulator of rows: all its elements are apart.
// CHECK-LABEL: lift.def @matrices
// CHECK: ocl.map_glb<0> (%a)[j] in %first
// CHECK-NEXT: ocl.map_seq (%a_1)[j1] in %a
// CHECK-NEXT: ocl.reduce_seq (%acc, %m) in %ms from %a_1 : i32
lift.def @matrices<L, N, M>(%ms: !lift.array<L, !lift.array<N, !lift.array<M, i32>>>, %first: !lift.array<N, !lift.array<M, i32>>)
    -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.reduce (%acc, %m) in %ms from %first {
    %rows = lift.zip %acc, %m
    %s = lift.map (%pq) in %rows {
      %p = lift.get %pq[0]
      %q = lift.get %pq[1]
      %both = lift.zip %p, %q
      %t = lift.map (%xy) in %both {
        %x = lift.get %xy[0]
        %y = lift.get %xy[1]
        %u = arith.addi %x, %y : i32
        lift.yield %u
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Columns that depend on each other stay together.
// CHECK-LABEL: lift.def @columns_mixed
// CHECK-NEXT: ocl.reduce_seq (%acc, %row) in %m from %first
lift.def @columns_mixed<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %first: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.reduce (%acc, %row) in %m from %first {
    %back = lift.gather %acc by (i) -> (M - 1 - i)
    %pairs = lift.zip %back, %row
    %s = lift.map (%p) in %pairs {
      %c = lift.get %p[0]
      %x = lift.get %p[1]
      %t = arith.addi %c, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
