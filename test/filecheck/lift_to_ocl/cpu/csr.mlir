// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// CHECK-NOT: float8

// Rows are in parts; the fold of a row looks up where to read, so it is one of scalars.
// CHECK-LABEL: // launched with local = [1], groups = [(N + N floordiv 32) floordiv (N floordiv 32 + 1)]
// CHECK-NEXT: kernel void csr_1(
// CHECK: for (int k = 0; k < least; k++) {
// CHECK-NEXT: int begin = offsets[i * (N / 32) + i + k];
// CHECK-NEXT: int entry = rows[i * (N / 32) + i + k];
// CHECK-NEXT: float acc = 0.0f;
// CHECK-NEXT: for (int i1 = 0; i1 < entry; i1++) {
// CHECK-NEXT: int column = m0[begin + i1];
// CHECK-NEXT: float b = column >= 0 ? (column < M ? v[column] : 0.0f) : 0.0f;
// CHECK-NEXT: acc = acc + m1[begin + i1] * b;
lift.def @csr<N, M, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], tuple<i32, f32>>>, %v: !lift.array<M, f32>)
    -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %m {
    %dot = lift.reduce (%acc, %entry) in %row from %zero {
      %column = lift.get %entry[0]
      %a = lift.get %entry[1]
      %b = lift.at %v[%column] else %zero
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %dot
  }
  lift.return %r
}
