// RUN: lift-opt %s -p cse | filecheck %s

// CHECK-LABEL: lift.def @layout
// CHECK-NEXT: %a = lift.split 4 %xs
// CHECK-NEXT: lift.zip %a, %a
lift.def @layout<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 4, tuple<!lift.array<4, f32>, !lift.array<4, f32>>> where [N mod 4 eq 0] {
  %a = lift.split 4 %xs
  %b = lift.split 4 %xs
  %r = lift.zip %a, %b
  lift.return %r
}

// Regions are compared up to the names of values.
// CHECK-LABEL: lift.def @maps
// CHECK-COUNT-1: lift.map
// CHECK-NOT: lift.map
// CHECK: lift.zip %a, %a
lift.def @maps<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> {
  %a = lift.map (%x) in %xs {
    %s = arith.addf %x, %x : f32
    lift.yield %s : f32
  }
  %b = lift.map (%y) in %xs {
    %t = arith.addf %y, %y : f32
    lift.yield %t : f32
  }
  %r = lift.zip %a, %b
  lift.return %r
}

// CHECK-LABEL: lift.def @maps_that_differ
// CHECK-COUNT-2: lift.map
lift.def @maps_that_differ<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> {
  %a = lift.map (%x) in %xs {
    %s = arith.addf %x, %x : f32
    lift.yield %s : f32
  }
  %b = lift.map (%y) in %xs {
    %t = arith.mulf %y, %y : f32
    lift.yield %t : f32
  }
  %r = lift.zip %a, %b
  lift.return %r
}

// Two maps with a named position are left as they are: the name is part of what is compared.
// CHECK-LABEL: lift.def @positions
// CHECK-COUNT-2: lift.map
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %a = lift.map (%x)[k] in %xs {
    %s = lift.nat k : i32
    lift.yield %s : i32
  }
  %b = lift.map (%y)[l] in %xs {
    %t = lift.nat l : i32
    lift.yield %t : i32
  }
  %r = lift.zip %a, %b
  lift.return %r
}

// What is known outside is not done again inside; what is in one region is not seen in the next.
// CHECK-LABEL: lift.def @scopes
// CHECK-NEXT: %n = lift.nat N : i32
// CHECK: lift.map (%x)[k] in %xs
// CHECK-NOT: lift.nat N
// CHECK: lift.nat k : i32
// CHECK: lift.map (%y)[l] in %a
// CHECK-NEXT: lift.nat l : i32
lift.def @scopes<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %n = lift.nat N : i32
  %a = lift.map (%x)[k] in %xs {
    %m = lift.nat N : i32
    %i = lift.nat k : i32
    %s = arith.addi %m, %i : i32
    %t = arith.muli %s, %n : i32
    lift.yield %t : i32
  }
  %r = lift.map (%y)[l] in %a {
    %i = lift.nat l : i32
    %s = arith.addi %y, %i : i32
    lift.yield %s : i32
  }
  lift.return %r
}

// One filter, one hidden length.
// CHECK-LABEL: lift.def @filters
// CHECK-COUNT-1: lift.filter
// CHECK-NOT: lift.filter
// CHECK: lift.length %a
lift.def @filters<N>(%xs: !lift.array<N, f32>, %c: f32) -> i32 {
  %a = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k : i1
  }
  %b = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k : i1
  }
  %m = lift.length %a : i32
  %n = lift.length %b : i32
  %r = arith.addi %m, %n : i32
  lift.return %r
}

// Two stores are two places in memory.
// CHECK-LABEL: lift.def @stores
// CHECK-COUNT-2: ocl.map_seq
// CHECK: ocl.to_global
// CHECK: ocl.to_global
lift.def @stores<N>(%xs: !lift.array<N, f32>) -> tuple<!lift.array<N, f32>, !lift.array<N, f32>> {
  %a = ocl.map_seq (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %b = ocl.map_seq (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %ga = ocl.to_global %a
  %gb = ocl.to_global %b
  %r = lift.tuple %ga, %gb
  lift.return %r
}
