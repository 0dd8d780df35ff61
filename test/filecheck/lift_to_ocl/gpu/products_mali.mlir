// A matrix product as the paper on ARM's Mali GPUs has it, for any size: an item has a block of 2 x 2, and loads a float4 of two rows and of
// two columns in each step, where both lie along memory. What fills no block is for kernels of their own.
//
// RUN: lift-opt %s --profile mali -p 'lift-to-opencl{strategy=gpu}' -t opencl | filecheck %s

// CHECK-NOT:  local float
// CHECK:      int [[ROWS:[a-z0-9]+]] = 2 * g * K;
// CHECK:      int [[COLUMNS:[a-z0-9]+]] = 2 * g1 * K;
// CHECK:      float sum_n3 = 0.0f;
// CHECK-NEXT: for (int i = 0; i < K / 4; i++) {
// CHECK-NEXT: float4 vector = vload4(0, a + [[ROWS]] + 4 * i);
// CHECK-NEXT: float4 vector1 = vload4(0, a + [[ROWS]] + 4 * i + K);
// CHECK-NEXT: float4 vector2 = vload4(0, b + [[COLUMNS]] + 4 * i);
// CHECK-NEXT: float4 vector3 = vload4(0, b + [[COLUMNS]] + 4 * i + K);
// CHECK:      vector.s0 * vector2.s0 + vector.s1 * vector2.s1
// CHECK:      sum_n3 = {{.*}} + vector1.s3 * vector3.s3;
// CHECK:      for (int i = 4 * (K / 4); i < K; i++)
lift.def @matmul<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<N, !lift.array<K, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %b {
      %xy = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %xy from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}

// Rows of B lie across the columns: scalars are loaded, and there is a rest of rows and columns alone.
// CHECK-LABEL: void across_1(
// CHECK:      float sum3 = 0.0f;
// CHECK-NEXT: for (int i = 0; i < K; i++) {
// CHECK-NEXT: float {{.*}} = a[
lift.def @across<M, K, N>(%a: !lift.array<M, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<N, f32>>)
    -> !lift.array<M, !lift.array<N, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %xy = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %xy from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}
