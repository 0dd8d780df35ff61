// RUN: lift-opt %s -p lift-fuse | filecheck %s

// CHECK-LABEL: lift.def @split_of_map
// CHECK-NEXT: [[C:%.*]] = lift.split 4 %xs : !lift.array<N floordiv 4, !lift.array<4, i32>>
// CHECK-NEXT: lift.map ([[ROW:%.*]])[i] in [[C]] : !lift.array<N floordiv 4, i32> {
// CHECK-NEXT:   lift.reduce (%acc, %x)[k] in [[ROW]] from %zero : i32 {
// CHECK-NEXT:     %i = lift.nat 4 * i + k : i32
// CHECK-NEXT:     arith.muli %x, %i
// CHECK-NEXT:     arith.addi %acc
lift.def @split_of_map<N>(%xs: !lift.array<N, i32>, %zero: i32) -> !lift.array<N floordiv 4, i32> where [N mod 4 eq 0] {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k : i32
    %y = arith.muli %x, %i : i32
    lift.yield %y : i32
  }
  %chunks = lift.split 4 %ys
  %r = lift.map (%chunk) in %chunks {
    %sum = lift.reduce (%acc, %e) in %chunk from %zero {
      %s = arith.addi %acc, %e : i32
      lift.yield %s : i32
    }
    lift.yield %sum : i32
  }
  lift.return %r
}

// Without a use that takes elements one by one, the map stays where it is.
// CHECK-LABEL: lift.def @split_of_map_at_the_end
// CHECK-NEXT: lift.map
// CHECK: lift.split
lift.def @split_of_map_at_the_end<N>(%xs: !lift.array<N, i32>) -> !lift.array<N floordiv 4, !lift.array<4, i32>> where [N mod 4 eq 0] {
  %ys = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y : i32
  }
  %r = lift.split 4 %ys
  lift.return %r
}

// CHECK-LABEL: lift.def @partition_of_map
// CHECK-NEXT: [[P:%.*]] = lift.partition %xs into 3 by (i) -> (i + 1)
// CHECK-NEXT: lift.map ([[ROW:%.*]])[{{.*}}] in [[P]] : !lift.array<3, i32> {
// CHECK-NEXT:   lift.reduce (%acc, %x) in [[ROW]] from %zero : i32 {
// CHECK-NEXT:     arith.muli %x, %x
lift.def @partition_of_map(%xs: !lift.array<6, i32>, %zero: i32) -> !lift.array<3, i32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y : i32
  }
  %parts = lift.partition %ys into 3 by (i) -> (i + 1)
  %r = lift.map (%part)[p] in %parts {
    %sum = lift.reduce (%acc, %e) in %part from %zero {
      %s = arith.addi %acc, %e : i32
      lift.yield %s : i32
    }
    lift.yield %sum : i32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @join_of_maps
// CHECK-NEXT: [[J:%.*]] = lift.join %m : !lift.array<{{.*}}, i32>
// CHECK-NEXT: lift.reduce (%acc, %x) in [[J]] from %zero : i32 {
// CHECK-NEXT:   arith.muli %x, %x
// CHECK-NEXT:   arith.addi
lift.def @join_of_maps<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>, %zero: i32) -> i32 {
  %squares = lift.map (%row)[k] in %m {
    %s = lift.map (%x) in %row {
      %y = arith.muli %x, %x : i32
      lift.yield %y : i32
    }
    lift.yield %s
  }
  %flat = lift.join %squares
  %r = lift.reduce (%acc, %e) in %flat from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// The position in the row is not the position in the whole.
// CHECK-LABEL: lift.def @join_of_maps_with_position
// CHECK-NEXT: lift.map (%row) in %m
// CHECK: lift.join
// CHECK: lift.reduce
lift.def @join_of_maps_with_position<N>(%m: !lift.array<N, !lift.array<8, i32>>, %zero: i32) -> i32 {
  %squares = lift.map (%row) in %m {
    %s = lift.map (%x)[j] in %row {
      %i = lift.nat j : i32
      %y = arith.muli %x, %i : i32
      lift.yield %y : i32
    }
    lift.yield %s
  }
  %flat = lift.join %squares
  %r = lift.reduce (%acc, %e) in %flat from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// An element is computed from its whole row, which is not at hand behind the join, nor behind a transpose.
// CHECK-LABEL: lift.def @join_of_maps_that_need_the_row
// CHECK-NEXT: lift.map (%row) in %m
// CHECK: lift.join
// CHECK: lift.reduce
lift.def @join_of_maps_that_need_the_row<N>(%m: !lift.array<N, !lift.array<8, i32>>, %zero: i32) -> i32 {
  %sums = lift.map (%row) in %m {
    %s = lift.map (%x) in %row {
      %f = lift.at %row[0]
      %y = arith.addi %x, %f : i32
      lift.yield %y : i32
    }
    lift.yield %s
  }
  %flat = lift.join %sums
  %r = lift.reduce (%acc, %e) in %flat from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @transpose_of_maps_that_need_the_row
// CHECK-NEXT: lift.map (%row) in %m
// CHECK: lift.transpose
lift.def @transpose_of_maps_that_need_the_row<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %zero: i32)
    -> !lift.array<M, i32> {
  %ys = lift.map (%row) in %m {
    %s = lift.map (%x) in %row {
      %f = lift.at %row[0]
      %y = arith.addi %x, %f : i32
      lift.yield %y : i32
    }
    lift.yield %s
  }
  %t = lift.transpose %ys
  %r = lift.map (%col) in %t {
    %sum = lift.reduce (%acc, %e) in %col from %zero {
      %s = arith.addi %acc, %e : i32
      lift.yield %s : i32
    }
    lift.yield %sum : i32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @transpose_of_maps
// CHECK-NEXT: [[T:%.*]] = lift.transpose %m : !lift.array<M, !lift.array<N, i32>>
// CHECK-NEXT: lift.map ([[COL:%.*]])[j] in [[T]] : !lift.array<M, i32> {
// CHECK-NEXT:   lift.reduce (%acc, %x)[k] in [[COL]] from %zero : i32 {
// CHECK-NEXT:     %i = lift.nat 2 * j + k : i32
lift.def @transpose_of_maps<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %zero: i32) -> !lift.array<M, i32> {
  %ys = lift.map (%row)[k] in %m {
    %s = lift.map (%x)[j] in %row {
      %i = lift.nat 2 * j + k : i32
      %y = arith.muli %x, %i : i32
      lift.yield %y : i32
    }
    lift.yield %s
  }
  %t = lift.transpose %ys
  %r = lift.map (%col) in %t {
    %sum = lift.reduce (%acc, %e) in %col from %zero {
      %s = arith.addi %acc, %e : i32
      lift.yield %s : i32
    }
    lift.yield %sum : i32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @slice_of_map
// CHECK-NEXT: [[S:%.*]] = lift.slice %xs from 3 size N
// CHECK-NEXT: lift.reduce (%acc, %x)[k] in [[S]] from %zero : i32 {
// CHECK-NEXT:   lift.nat k + 3 : i32
lift.def @slice_of_map<N>(%xs: !lift.array<N + 8, i32>, %zero: i32) -> i32 {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k : i32
    %y = arith.muli %x, %i : i32
    lift.yield %y : i32
  }
  %part = lift.slice %ys from 3 size N
  %r = lift.reduce (%acc, %e) in %part from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @gather_of_map
// CHECK-NEXT: [[S:%.*]] = lift.gather %xs by (i) -> (N - i - 1)
// CHECK-NEXT: lift.reduce (%acc, %x)[k] in [[S]] from %zero : i32 {
// CHECK-NEXT:   lift.nat N - k - 1 : i32
lift.def @gather_of_map<N>(%xs: !lift.array<N, i32>, %zero: i32) -> i32 {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k : i32
    %y = arith.muli %x, %i : i32
    lift.yield %y : i32
  }
  %part = lift.gather %ys by (i) -> (N - 1 - i)
  %r = lift.reduce (%acc, %e) in %part from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// Elements that are read more than once are computed once.
// CHECK-LABEL: lift.def @gather_of_map_of_more
// CHECK-NEXT: lift.map
// CHECK: lift.gather
lift.def @gather_of_map_of_more<N>(%xs: !lift.array<N, i32>, %zero: i32) -> i32 {
  %ys = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y : i32
  }
  %part = lift.gather %ys size 2 * N by (i) -> (i floordiv 2)
  %r = lift.reduce (%acc, %e) in %part from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @scatter_of_map
// CHECK-NEXT: [[S:%.*]] = lift.scatter %xs by (i) -> (N - i - 1)
// CHECK-NEXT: lift.reduce (%acc, %x) in [[S]] from %zero : i32 {
// CHECK-NEXT:   arith.muli
lift.def @scatter_of_map<N>(%xs: !lift.array<N, i32>, %zero: i32) -> i32 {
  %ys = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y : i32
  }
  %part = lift.scatter %ys by (i) -> (N - 1 - i)
  %r = lift.reduce (%acc, %e) in %part from %zero {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @zip_of_maps
// CHECK-NEXT: [[Z:%.*]] = lift.zip %xs, %ys, %zs : !lift.array<N, tuple<f32, f32, f32>>
// CHECK-NEXT: lift.reduce (%acc, [[P:%.*]]) in [[Z]] from %zero : f32 {
// CHECK-NOT: lift.tuple
// CHECK: lift.yield
// CHECK-NOT: lift.map
lift.def @zip_of_maps<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>, %zs: !lift.array<N, f32>, %zero: f32) -> f32 {
  %a = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %b = lift.map (%x) in %ys {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %z = lift.zip %a, %b, %zs
  %r = lift.reduce (%acc, %p) in %z from %zero {
    %l = lift.get %p[0]
    %m = lift.get %p[1]
    %n = lift.get %p[2]
    %lm = arith.mulf %l, %m : f32
    %lmn = arith.mulf %lm, %n : f32
    %s = arith.addf %acc, %lmn : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// Of one hidden length.
// CHECK-LABEL: lift.def @zip_of_maps_of_filter
// CHECK: %kept = lift.filter
// CHECK: [[Z:%.*]] = lift.zip %kept, %kept : !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>>
// CHECK-NEXT: lift.reduce
// CHECK-NOT: lift.map
lift.def @zip_of_maps_of_filter<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %zero : f32
    lift.yield %k : i1
  }
  %a = lift.map (%x) in %kept {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %z = lift.zip %a, %kept
  %r = lift.reduce (%acc, %p) in %z from %zero {
    %l = lift.get %p[0]
    %m = lift.get %p[1]
    %lm = arith.mulf %l, %m : f32
    %s = arith.addf %acc, %lm : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// Windows overlap: a map after slide would compute elements more than once.
// CHECK-LABEL: lift.def @slide_of_map
// CHECK-NEXT: lift.map (%x) in %xs
// CHECK: lift.slide
lift.def @slide_of_map<N>(%xs: !lift.array<N + 2, f32>, %zero: f32) -> !lift.array<N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %w = lift.slide 3 by 1 %ys
  %r = lift.map (%window) in %w {
    %sum = lift.reduce (%acc, %e) in %window from %zero {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  lift.return %r
}
