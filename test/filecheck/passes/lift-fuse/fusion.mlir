// RUN: lift-opt %s -p lift-fuse | filecheck %s

// CHECK-LABEL: lift.def @map_of_map
// CHECK-NEXT: lift.map (%x)[k] in %xs : !lift.array<N, f32> {
// CHECK-NEXT:   %y = arith.addf %x, %x
// CHECK-NEXT:   %i = lift.nat k : i32
// CHECK-NEXT:   %j = arith.sitofp %i
// CHECK-NEXT:   %w = arith.mulf %y, %j
// CHECK-NEXT:   lift.yield %w
lift.def @map_of_map<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %r = lift.map (%z)[k] in %ys {
    %i = lift.nat k : i32
    %j = arith.sitofp %i : i32 to f32
    %w = arith.mulf %z, %j : f32
    lift.yield %w : f32
  }
  lift.return %r
}

// Both regions ask for their position: it has one name.
// CHECK-LABEL: lift.def @map_of_map_positions
// CHECK-NEXT: lift.map (%x)[l] in %xs
// CHECK-NEXT:   lift.nat l + 1 : i32
// CHECK:        lift.nat 2 * l : i32
lift.def @map_of_map_positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k + 1 : i32
    %y = arith.addi %x, %i : i32
    lift.yield %y : i32
  }
  %r = lift.map (%z)[l] in %ys {
    %j = lift.nat 2 * l : i32
    %w = arith.muli %z, %j : i32
    lift.yield %w : i32
  }
  lift.return %r
}

// What is used twice is computed once.
// CHECK-LABEL: lift.def @map_used_twice
// CHECK-COUNT-2: lift.map
lift.def @map_used_twice<N>(%xs: !lift.array<N, f32>) -> tuple<!lift.array<N, f32>, !lift.array<N, f32>> {
  %ys = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %zs = lift.map (%y) in %ys {
    %z = arith.mulf %y, %y : f32
    lift.yield %z : f32
  }
  %r = lift.tuple %ys, %zs
  lift.return %r
}

// Nor is what is used in a loop computed in each of its iterations.
// CHECK-LABEL: lift.def @map_used_in_a_region
// CHECK: lift.map (%b) in %bs
// CHECK: lift.map (%a) in %as
// CHECK: lift.reduce (%acc, %{{.*}}) in %cs
lift.def @map_used_in_a_region<N, M>(%as: !lift.array<N, f32>, %bs: !lift.array<M, f32>) -> !lift.array<N, f32> {
  %cs = lift.map (%b) in %bs {
    %c = arith.mulf %b, %b : f32
    lift.yield %c : f32
  }
  %r = lift.map (%a) in %as {
    %s = lift.reduce (%acc, %c) in %cs from %a {
      %t = arith.addf %acc, %c : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @reduce_of_map
// CHECK-NEXT: lift.reduce ordered (%acc, %x) in %xs from %a : f32 {
// CHECK-NEXT:   %y = arith.mulf %x, %x
// CHECK-NEXT:   %s = arith.addf %acc, %y
// CHECK-NEXT:   lift.yield %s
lift.def @reduce_of_map<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %r = lift.reduce ordered (%acc, %e) in %ys from %a {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// With the map inside, the region would not be associative any more.
// CHECK-LABEL: lift.def @associative_reduce_of_map
// CHECK-NEXT: lift.map
// CHECK: lift.reduce associative
lift.def @associative_reduce_of_map<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %r = lift.reduce associative (%acc, %e) in %ys from %a {
    %s = arith.maximumf %acc, %e : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// The rows have different lengths, their sums one type.
// CHECK-LABEL: lift.def @reduce_of_map_of_rows
// CHECK-NEXT: lift.reduce (%acc, %row)[k] in %m from %a : f32 {
// CHECK-NEXT:   lift.reduce (%acc_1, %e) in %row from %a : f32
lift.def @reduce_of_map_of_rows<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %a: f32) -> f32 {
  %sums = lift.map (%row)[k] in %m {
    %s = lift.reduce (%acc, %e) in %row from %a {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %r = lift.reduce (%acc, %e) in %sums from %a {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @scan_of_map
// CHECK-NEXT: lift.scan (%acc, %x) in %xs from %a : !lift.array<N, f32> {
// CHECK-NEXT:   arith.mulf
// CHECK-NEXT:   arith.addf
lift.def @scan_of_map<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  %r = lift.scan (%acc, %e) in %ys from %a {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// A scan cannot go over rows of differing type, so the map stays before it.
// CHECK-LABEL: lift.def @scan_of_map_of_rows
// CHECK: lift.map (%row)[k] in %m
// CHECK: lift.scan
lift.def @scan_of_map_of_rows<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %a: f32) -> !lift.array<N, f32> {
  %sums = lift.map (%row)[k] in %m {
    %s = lift.at %row[0]
    %t = arith.addf %s, %s : f32
    lift.yield %t : f32
  }
  %r = lift.scan (%acc, %e) in %sums from %a {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @map_of_generate
// CHECK-NEXT: lift.generate [i : N] : !lift.array<N, i32> {
// CHECK-NEXT:   lift.nat i
// CHECK-NEXT:   arith.muli
lift.def @map_of_generate<N>(%x: i32) -> !lift.array<N, i32> {
  %g = lift.generate [i : N] {
    %v = lift.nat i : i32
    lift.yield %v : i32
  }
  %r = lift.map (%e) in %g {
    %y = arith.muli %e, %x : i32
    lift.yield %y : i32
  }
  lift.return %r
}

// The execution level of a pattern of ocl is decided: it is left alone.
// CHECK-LABEL: lift.def @two_kernels
// CHECK-COUNT-2: ocl.map_glb<0>
lift.def @two_kernels<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %ys = ocl.map_glb<0> (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %r = ocl.map_glb<0> (%x) in %ys {
    %y = arith.mulf %x, %x : f32
    lift.yield %y : f32
  }
  lift.return %r
}

// The whole row is needed for every column, so it is computed once and stored.
// CHECK-LABEL: lift.def @row_needed_as_a_whole
// CHECK: lift.map (%row) in %a : !lift.array<N, !lift.array<K, f32>>
// CHECK: lift.map (%[[ROW:.*]]) in %{{.*}} : !lift.array<N, !lift.array<M, f32>>
lift.def @row_needed_as_a_whole<N, K, M>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<M, !lift.array<K, f32>>, %zero: f32) -> !lift.array<N, !lift.array<M, f32>> {
  %e = lift.map (%row) in %a {
    %er = lift.map (%x) in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %er
  }
  %r = lift.map (%row) in %e {
    %cells = lift.map (%col) in %b {
      %both = lift.zip %row, %col
      %dot = lift.reduce (%acc, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %xy : f32
        lift.yield %s : f32
      }
      lift.yield %dot : f32
    }
    lift.yield %cells
  }
  lift.return %r
}

// Here its elements are taken one by one, so the whole of it never exists.
// CHECK-LABEL: lift.def @row_taken_one_by_one
// CHECK-NEXT: lift.map (%row) in %a : !lift.array<N, f32> {
// CHECK-NEXT:   lift.reduce (%acc, %x) in %row from %zero : f32 {
// CHECK-NEXT:     arith.mulf %x, %x
// CHECK-NEXT:     arith.addf
lift.def @row_taken_one_by_one<N, K>(%a: !lift.array<N, !lift.array<K, f32>>, %zero: f32) -> !lift.array<N, f32> {
  %e = lift.map (%row) in %a {
    %er = lift.map (%x) in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %er
  }
  %r = lift.map (%row) in %e {
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  lift.return %r
}

// The old map goes, also where the effects of an op in it are not known.
// CHECK-LABEL: lift.def @map_of_unknown_effects
// CHECK-COUNT-1: lift.map
// CHECK-NOT: lift.map
// CHECK: lift.return
lift.def @map_of_unknown_effects<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k + 1 : i32
    %y = arith.remui %x, %i : i32
    lift.yield %y : i32
  }
  %r = lift.map (%y) in %ys {
    %z = arith.addi %y, %y : i32
    lift.yield %z : i32
  }
  lift.return %r
}
