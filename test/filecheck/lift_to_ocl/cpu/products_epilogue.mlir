// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// What is done with each sum is done with the accumulators, before they are stored.
// CHECK-LABEL: kernel void relu_1(
// CHECK: sum11 = sum11 + (float8)(row_k5) * y11;
// CHECK: *(global unaligned_float8 *)(result + {{.*}}) = maximum_float8(sum + (float8)(bias), (float8)(0.0f));
// CHECK: *(global unaligned_float8 *)(result + {{.*}} + 5 * N + 8) = maximum_float8(sum11 + (float8)(bias), (float8)(0.0f));
lift.def @relu<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<N, f32>>, %bias: f32)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %r = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %xy : f32
        lift.yield %s
      }
      %t = arith.addf %sum, %bias : f32
      %u = arith.maximumf %t, %zero : f32
      lift.yield %u
    }
    lift.yield %line
  }
  lift.return %r
}
