// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl,compute_units=2,blocks=off -p lift-to-opencl -t opencl | filecheck %s --check-prefix=OFF

// Tiles of 16 rows and 8 columns: vectors along rows are read, and vectors along columns written.
// CHECK-LABEL: kernel void turned_1(
// CHECK: float8 vector = *(global const unaligned_float8 *)(a +
// CHECK: float8 vector15 = *(global const unaligned_float8 *)(a +
// CHECK-NEXT: float16 element = (float16)(vector.s0, vector1.s0, {{.*}}, vector15.s0);
// CHECK: if (M * N >= 2097152 && N % 16 == 0) {
// CHECK-NEXT: __builtin_nontemporal_store(element, (global float16 *)(result +
// CHECK-NEXT: } else {
// CHECK-NEXT: *(global unaligned_float16 *)(result + {{.*}}) = element;
// CHECK: float16 element7 = (float16)(vector.s7
// Columns that fill no tile, and rows.
// CHECK: for (int i4 = 0; i4 < 16; i4++) {
// CHECK-NEXT: result[{{.*}}] = a[{{.*}}];
// CHECK: result[{{.*}}] = a[{{.*}}];
// OFF-LABEL: kernel void turned_1(
// OFF-NOT: float8
// OFF-LABEL: kernel void doubles_1(
lift.def @turned<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %r = lift.transpose %a
  lift.return %r
}

// Doubles have half as many lanes.
// CHECK-LABEL: kernel void doubles_1(
// CHECK: double8 x = (double8)(vector.s0, {{.*}}, vector7.s0);
// CHECK: double8 y = x * (double8)(s);
// CHECK: if (M * N >= 1048576 && N % 8 == 0) {
lift.def @doubles<N, M>(%a: !lift.array<N, !lift.array<M, f64>>, %s: f64) -> !lift.array<M, !lift.array<N, f64>> {
  %m = lift.map (%row) in %a {
    %l = lift.map (%x) in %row {
      %y = arith.mulf %x, %s : f64
      lift.yield %y
    }
    lift.yield %l
  }
  %r = lift.transpose %m
  lift.return %r
}

// Of two arrays, that which is read across alone is turned.
// CHECK-LABEL: kernel void symmetric_1(
// CHECK: float8 vector15 = {{.*}};
// CHECK-NOT: float8 v
// CHECK: float16 x = *(global const unaligned_float16 *)(a +
// CHECK-NEXT: float16 y = (float16)(vector.s0,
// CHECK-NEXT: float16 s = x + y;
lift.def @symmetric<N>(%a: !lift.array<N, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %t = lift.transpose %a
  %z = lift.zip %a, %t
  %r = lift.map (%p) in %z {
    %u = lift.get %p[0]
    %v = lift.get %p[1]
    %uv = lift.zip %u, %v
    %l = lift.map (%q) in %uv {
      %x = lift.get %q[0]
      %y = lift.get %q[1]
      %s = arith.addf %x, %y : f32
      lift.yield %s
    }
    lift.yield %l
  }
  lift.return %r
}

// Matrices are a third dimension; axes that are not beside each other are brought there.
// CHECK-LABEL: kernel void matrices_1(
// CHECK: get_group_id(2)
// CHECK: int16 element =
lift.def @matrices<B, N, M>(%a: !lift.array<B, !lift.array<N, !lift.array<M, i32>>>) -> !lift.array<B, !lift.array<M, !lift.array<N, i32>>> {
  %r = lift.map (%m) in %a {
    %t = lift.transpose %m
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: kernel void axes_1(
// CHECK: float16 element =
lift.def @axes<B, N, M>(%a: !lift.array<B, !lift.array<N, !lift.array<M, f32>>>) -> !lift.array<M, !lift.array<B, !lift.array<N, f32>>> {
  %t = lift.map (%m) in %a {
    %u = lift.transpose %m
    lift.yield %u
  }
  %r = lift.transpose %t
  lift.return %r
}

// Each part of a tuple has its own tile.
// CHECK-LABEL: kernel void pairs_1(
// CHECK-DAG: float16 {{.*}} = (float16)(vector.s0,
// CHECK-DAG: int16 {{.*}} = (int16)(
lift.def @pairs<N, M>(%a: !lift.array<N, !lift.array<M, tuple<f32, i32>>>) -> !lift.array<M, !lift.array<N, tuple<f32, i32>>> {
  %r = lift.transpose %a
  lift.return %r
}

// Rows that are shorter than a tile are none.
// CHECK-LABEL: kernel void points_1(
// CHECK-NOT: float8
// CHECK-NOT: float16
lift.def @points<N>(%a: !lift.array<3, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<3, f32>> {
  %r = lift.transpose %a
  lift.return %r
}

// Rows that stay whole are copied by vectors.
// CHECK-LABEL: kernel void along_1(
// CHECK: float8 element = *(global const unaligned_float8 *)(a +
lift.def @along<B, N, M>(%a: !lift.array<B, !lift.array<N, !lift.array<M, f32>>>) -> !lift.array<N, !lift.array<B, !lift.array<M, f32>>> {
  %r = lift.transpose %a
  lift.return %r
}
