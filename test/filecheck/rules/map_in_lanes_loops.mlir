// RUN: lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=until},lift-apply{step="map_in_lanes w=4 at %%c" function=counted},lift-apply{step="map_in_lanes w=4 at %%c" function=together}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=arrays}' 2>&1 | filecheck %s --check-prefix=ARRAYS

// Iterations that end by a condition go on until none of the lanes does; one that has ended keeps its state.
// CHECK-LABEL: lift.def @until
// CHECK: %c = lift.map (%x) in %as_vector
// CHECK-NEXT: %last = lift.iterate upto M ({{%s.*}}) in %x : vector<4xf32> while {
// CHECK: %goes_on = ocl.map_vec
// CHECK-NEXT: %small = arith.cmpf olt
// CHECK: %any = ocl.reduce_vec associative commutative
// CHECK-NEXT: arith.ori
// CHECK: arith.cmpi ne, %any
// CHECK: } do {
// CHECK-NEXT: %t{{.*}} = arith.mulf %s{{.*}} : vector<4xf32>
// CHECK: ocl.map_vec
// CHECK: arith.cmpf olt
// CHECK-NEXT: arith.select
lift.def @until<N, M>(%xs: !lift.array<4 * N, f32>) -> !lift.array<4 * N, f32> {
  %hundred = arith.constant 100.0 : f32
  %c = lift.map (%x) in %xs {
    %last = lift.iterate upto M (%s) in %x while {
      %small = arith.cmpf olt, %s, %hundred : f32
      lift.yield %small
    } do {
      %t = arith.mulf %s, %s : f32
      lift.yield %t
    }
    lift.yield %last
  }
  lift.return %c
}

// All lanes do as many.
// CHECK-LABEL: lift.def @counted
// CHECK: %last = lift.iterate M ({{%s.*}}) in %x : vector<4xf32> {
// CHECK-NEXT: %t{{.*}} = arith.mulf %s{{.*}} : vector<4xf32>
// CHECK-NEXT: lift.yield %t
lift.def @counted<N, M>(%xs: !lift.array<4 * N, f32>) -> !lift.array<4 * N, f32> {
  %c = lift.map (%x) in %xs {
    %last = lift.iterate M (%s) in %x {
      %t = arith.mulf %s, %s : f32
      lift.yield %t
    }
    lift.yield %last
  }
  lift.return %c
}

// What all lanes know stays one for all, as it stays in a fold: here the lanes end together, and their number is the same.
// CHECK-LABEL: lift.def @together
// CHECK: lift.iterate upto M ({{%s.*}}) in {{%.*}} : tuple<vector<4xf32>, i32> while {
// CHECK: %few = arith.cmpi slt
// CHECK-NEXT: lift.yield %few
// CHECK: } do {
lift.def @together<N, M>(%xs: !lift.array<4 * N, f32>, %most: i32) -> !lift.array<4 * N, f32> {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = lift.map (%x) in %xs {
    %first = lift.tuple %x, %none
    %last = lift.iterate upto M (%s) in %first while {
      %k = lift.get %s[1]
      %few = arith.cmpi slt, %k, %most : i32
      lift.yield %few
    } do {
      %y = lift.get %s[0]
      %k = lift.get %s[1]
      %yy = arith.mulf %y, %y : f32
      %more = arith.addi %k, %one : i32
      %next = lift.tuple %yy, %more
      lift.yield %next
    }
    %y = lift.get %last[0]
    lift.yield %y
  }
  lift.return %c
}

// ARRAYS: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: 'lift.iterate' has no form for vectors
lift.def @arrays<N, M>(%xs: !lift.array<4 * N, f32>, %ys: !lift.array<3, f32>) -> !lift.array<4 * N, f32> {
  %c = lift.map (%x) in %xs {
    %last = lift.iterate M (%s) in %ys {
      %t = lift.map (%y) in %s {
        %z = arith.addf %y, %x : f32
        lift.yield %z
      }
      lift.yield %t
    }
    %first = lift.at %last[0]
    lift.yield %first
  }
  lift.return %c
}
