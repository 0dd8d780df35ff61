// RUN: lift-opt %s --profile pocl -p lift-to-ocl | filecheck %s
// RUN: lift-opt %s --profile pocl,borders=off -p lift-to-ocl | filecheck %s --check-prefix=WHOLE
// RUN: lift-opt %s --profile pocl,vectors=off -p lift-to-ocl | filecheck %s --check-prefix=SCALAR
// RUN: lift-opt %s --profile pocl,blocks=off -p lift-to-ocl | filecheck %s --check-prefix=SINGLE

// Windows are cut at the border, unless `borders` is off.
// CHECK-LABEL: lift.def @neighbours
// CHECK: lift.concat
// WHOLE-LABEL: lift.def @neighbours
// WHOLE-NOT: lift.concat
lift.def @neighbours<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad clamp 1, 1 %xs
  %windows = lift.slide 3 by 1 %padded
  %r = lift.map (%window) in %windows {
    %sum = lift.reduce (%acc, %x) in %window from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

// Folds have vectors of accumulators, unless `vectors` is off; then there are none in any program.
// CHECK-LABEL: lift.def @sum
// CHECK: ocl.reduce_seq {{.*}} : !lift.array<4, vector<8xf32>>
// WHOLE-LABEL: lift.def @sum
// SCALAR-NOT: vector<
// SCALAR-LABEL: lift.def @sum
// SCALAR: ocl.map_wrg<0>
// SCALAR-NEXT: ocl.reduce_seq {{.*}} : f32
// SCALAR-NOT: vector<
lift.def @sum<N>(%xs: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// Products are computed in blocks of rows and vectors, unless `blocks` is off: then each has its own accumulators.
// CHECK-LABEL: lift.def @matmul
// CHECK: ocl.reduce_seq {{.*}} : !lift.array<6, !lift.array<2, vector<8xf32>>>
// SINGLE-LABEL: lift.def @matmul
// SINGLE: ocl.reduce_seq {{.*}} : !lift.array<4, vector<8xf32>>
lift.def @matmul<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<N, !lift.array<K, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %a {
    %line = lift.map (%column) in %b {
      %xy = lift.zip %row, %column
      %e = lift.reduce (%acc, %p) in %xy from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %z = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %z : f32
        lift.yield %s
      }
      lift.yield %e
    }
    lift.yield %line
  }
  lift.return %r
}

// So are several rows that share what they are multiplied with,
// CHECK-LABEL: lift.def @gemv
// CHECK: ocl.reduce_seq {{.*}} : !lift.array<8, !lift.array<2, vector<8xf32>>>
// SINGLE-LABEL: lift.def @gemv
// SINGLE: ocl.reduce_seq {{.*}} : !lift.array<4, vector<8xf32>>
lift.def @gemv<M, N>(%a: !lift.array<M, !lift.array<N, f32>>, %v: !lift.array<N, f32>) -> !lift.array<M, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %a {
    %xy = lift.zip %row, %v
    %e = lift.reduce (%acc, %p) in %xy from %zero {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %z = arith.mulf %x, %y : f32
      %s = arith.addf %acc, %z : f32
      lift.yield %s
    }
    lift.yield %e
  }
  lift.return %r
}

// and several rows of columns that are added up.
// CHECK-LABEL: lift.def @columns
// CHECK: ocl.reduce_seq {{.*}} : !lift.array<N, f32>
// SINGLE-LABEL: lift.def @columns
// SINGLE: ocl.reduce_seq {{.*}} : vector<8xf32>
lift.def @columns<M, N>(%a: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %a
  %r = lift.map (%column) in %columns {
    %sum = lift.reduce (%acc, %x) in %column from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
