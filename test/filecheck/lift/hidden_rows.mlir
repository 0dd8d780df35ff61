// RUN: LIFT_ROUNDTRIP

// Rows of hidden length, one after the other: the bound is the sum of their bounds.
// CHECK-LABEL: lift.def @join
lift.def @join<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>)
    -> !lift.exists<Y upto M * N, !lift.array<Y, f32>> {
  // CHECK: lift.join %m : !lift.exists<X upto M * N, !lift.array<X, f32>>
  %r = lift.join %m
  lift.return %r
}

// CHECK-LABEL: lift.def @join_triangle
lift.def @join_triangle<N>(%m: !lift.array<i : N, !lift.exists<X upto i + 1, !lift.array<X, f32>>>)
    -> !lift.exists<Y upto N * (N + 1) floordiv 2, !lift.array<Y, f32>> {
  // CHECK: lift.join %m : !lift.exists<X upto N * (N + 1) floordiv 2, !lift.array<X, f32>>
  %r = lift.join %m
  lift.return %r
}

// A row may be longer than its hidden length.
// CHECK-LABEL: lift.def @join_longer
lift.def @join_longer<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X + 1, f32>>>)
    -> !lift.exists<Y upto N * (M + 1), !lift.array<Y, f32>> {
  // CHECK-NEXT: lift.join %m : !lift.exists<X upto M * N + N, !lift.array<X, f32>>
  %r = lift.join %m
  lift.return %r
}

// CHECK-LABEL: lift.def @join_upto
lift.def @join_upto<N, M, B>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>)
    -> !lift.exists<Y upto 2 * B, !lift.array<Y, f32>> {
  // CHECK: lift.join %m upto 2 * B : !lift.exists<X upto 2 * B, !lift.array<X, f32>>
  %r = lift.join %m upto 2 * B
  lift.return %r
}

// How many rows there are may be hidden, too.
// CHECK-LABEL: lift.def @join_of_filter
lift.def @join_of_filter<N, M>(%m: !lift.exists<Z upto N, !lift.array<Z, !lift.exists<X upto M, !lift.array<X, f32>>>>)
    -> !lift.exists<Y upto M * N, !lift.array<Y, f32>> {
  // CHECK: lift.join %m : !lift.exists<X upto M * N, !lift.array<X, f32>>
  %r = lift.join %m
  lift.return %r
}

// All rows are opened at once, with a table of their lengths: what is made of the same rows can be zipped.
// CHECK-LABEL: lift.def @open_rows
lift.def @open_rows<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>, %xs: !lift.array<M, i32>)
    -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  // CHECK: lift.unpack (%rows)[lens[_]] in %m : !lift.array<N, i32> {
  %r = lift.unpack (%rows)[lens[_]] in %m {
    // CHECK-NEXT: lift.map (%row)[k] in %rows : !lift.array<k : N, !lift.array<lens[k], i32>> {
    %twice = lift.map (%row)[k] in %rows {
      // What is known of a length is its bound.
      // CHECK-NEXT: lift.slice %xs from 0 size lens[k] : !lift.array<lens[k], i32>
      %part = lift.slice %xs from 0 size lens[k]
      %both = lift.zip %row, %part
      %t = lift.map (%p) in %both {
        %a = lift.get %p[0]
        lift.yield %a
      }
      lift.yield %t
    }
    // CHECK: lift.zip %rows, %twice : !lift.array<{{.*}} : N, tuple<!lift.array<lens[{{.*}}], i32>, !lift.array<lens[{{.*}}], i32>>>
    %pairs = lift.zip %rows, %twice
    // CHECK-NEXT: lift.join %rows : !lift.array<sum({{.*}} : N, lens[{{.*}}]), i32>
    %flat = lift.join %rows
    %sums = lift.map (%pair)[j] in %pairs {
      %a = lift.get %pair[0]
      %b = lift.get %pair[1]
      %ab = lift.zip %a, %b
      %s = lift.reduce (%acc, %p) in %ab from %zero {
        %x = lift.get %p[0]
        %t = arith.addi %acc, %x : i32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %sums
  }
  lift.return %r
}

// Bounds that depend on the row are known of the table; what leaves is hidden again.
// CHECK-LABEL: lift.def @open_triangle
lift.def @open_triangle<N>(%m: !lift.array<i : N, !lift.exists<X upto i + 1, !lift.array<X, i32>>>)
    -> !lift.array<i : N, !lift.exists<X upto i + 2, !lift.array<X, i32>>> {
  %zero = arith.constant 0 : i32
  // CHECK: lift.unpack (%rows)[lens[_]] in %m : !lift.array<k : N, !lift.exists<X upto k + 2, !lift.array<X, i32>>> {
  %r = lift.unpack (%rows)[lens[_]] in %m {
    %more = lift.map (%row)[k] in %rows {
      %wide = lift.pad constant %zero 0, 1 %row
      // CHECK: lift.pack %wide as !lift.exists<X upto k + 2, !lift.array<X, i32>>
      %p = lift.pack %wide as !lift.exists<X upto k + 2, !lift.array<X, i32>>
      lift.yield %p
    }
    lift.yield %more
  }
  lift.return %r
}
