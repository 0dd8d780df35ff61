// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// CHECK-NOT: float8

// Each share of the rows has as many entries as the others. The fold of a row looks up where to read, so it is one of scalars:
// four at a time, which do not wait for one another. A row that is longer than a share is folded up to the end of that in which
// it begins, and what is left by those in which it goes on: so it takes no longer than others. Where all have fewer entries than
// a chunk, there is no more to launch.
// CHECK-LABEL: // launched with local = [1], groups = [32]
// CHECK-NEXT: kernel void csr_1(
// CHECK: for (int share = wg_id; share < 32; share += groups) {
// CHECK: row + offsets[row]
// CHECK: for (int k3 = acc; k3 < acc1; k3++) {
// CHECK-NEXT: int chosen = rows[k3] <= most ? rows[k3] :
// CHECK: float dot_lanes3 = 0.0f;
// CHECK-NEXT: for (int i = 0; i < count; i++) {
// CHECK-NEXT: int column = m0[begin1 + 4 * i];
// CHECK-NEXT: float b = column >= 0 ? (column < M ? v[column] : 0.0f) : 0.0f;
// CHECK: dot_lanes3 = dot_lanes3 + m1[begin1 + 4 * i + 3] * b3;
// CHECK: for (int i = 4 * count; i < chosen; i++) {
// CHECK: result[k3] =

// CHECK-LABEL: // launched with local = [1], groups = [if(sum(i : N, rows[i]) ge 4096, 32, 0)]
// CHECK-NEXT: kernel void csr_2(
// CHECK: found = after <= n && (long)(offsets[v1]) < at ? after : found;
// CHECK: heads1[wg] =

// CHECK-LABEL: // launched with local = [1], groups = [min(if(sum(i : N, rows[i]) ge 4096, 32, 0), 1)]
// CHECK-NEXT: kernel void csr_3(
// CHECK: result[place] = result[place] + part;
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
