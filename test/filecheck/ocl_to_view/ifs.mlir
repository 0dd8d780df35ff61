// RUN: lift-opt %s --profile pocl -p 'lift-to-opencl{strategy=plain}' -t opencl | filecheck %s

// What is not chosen is not computed.
// CHECK-LABEL: kernel void sums_1
// CHECK: if (x > 0) {
// CHECK-NEXT: int acc = x;
// CHECK-NEXT: for (int i = 0; i < N; i++) {
// CHECK-NEXT: acc = (int)((uint)acc + (uint)xs[i]);
// CHECK-NEXT: }
// CHECK-NEXT: y = acc;
// CHECK-NEXT: } else {
// CHECK-NEXT: y = x;
// CHECK-NEXT: }
// CHECK-NEXT: result[g] = y;
lift.def @sums<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%x) in %xs {
    %more = arith.cmpi sgt, %x, %zero : i32
    %y = lift.if %more {
      %sum = lift.reduce (%acc, %e) in %xs from %x {
        %s = arith.addi %acc, %e : i32
        lift.yield %s
      }
      lift.yield %sum
    } else {
      lift.yield %x
    }
    lift.yield %y
  }
  lift.return %r
}

// Each region writes where the result is.
// CHECK-LABEL: kernel void rows_1
// CHECK: if (xs[{{.*}}] > 0) {
// CHECK: for (int {{.*}}; {{.*}} < M; {{.*}}) {
// CHECK-NEXT: result[
// CHECK: } else {
// CHECK: for (int {{.*}}; {{.*}} < M; {{.*}}) {
// CHECK-NEXT: int e = xs[
// CHECK-NEXT: result[
lift.def @rows<N, M>(%xs: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %xs {
    %x = lift.at %row[0]
    %more = arith.cmpi sgt, %x, %zero : i32
    %y = lift.if %more {
      %turned = lift.gather %row by (i) -> (M - 1 - i)
      lift.yield %turned
    } else {
      %twice = lift.map (%e) in %row {
        %t = arith.addi %e, %e : i32
        lift.yield %t
      }
      lift.yield %twice
    }
    lift.yield %y
  }
  lift.return %r
}
