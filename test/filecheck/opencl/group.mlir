// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl -p lift-to-opencl -t opencl | filecheck %s --check-prefix=CPU

// A row is read where the array is.
// CHECK-LABEL: kernel void sums_
// CHECK:      int X = starts_length[1];
// CHECK:      int begin = starts[k];
// CHECK-NEXT: int Y = (int)((uint)({{.*}}) - (uint)begin);
// CHECK-NEXT: int acc = 0;
// CHECK-NEXT: for (int i = 0; i < Y; i++) {
// CHECK-NEXT:   acc = (int)((uint)acc + (uint)xs[begin + i]);
// CHECK-NEXT: }
// CHECK-NEXT: result[k] = acc;

// A CPU folds it by vectors, and by what does not fill one; one vector of accumulators is enough for rows that may be short.
// CPU-LABEL: kernel void sums_
// CPU:      int begin = starts[
// CPU:      int8 s_lanes = (int8)(0);
// CPU-NEXT: for (int i = 0; i < Y / 8; i++) {
// CPU-NEXT:   s_lanes = {{.*}}(xs + begin + 8 * i)));
// CPU-NEXT: }
// CPU:      for (int i = 8 * (Y / 8); i < Y; i++) {
// CPU-NEXT:   acc = (int)((uint)acc + (uint)xs[begin + i]);
// CPU-NEXT: }
lift.def @sums<N>(%xs: !lift.array<N, i32>) -> !lift.exists<G upto N, !lift.array<G, i32>> {
  %zero = arith.constant 0 : i32
  %groups = lift.group (%a, %b) in %xs {
    %rises = arith.cmpi sle, %a, %b : i32
    lift.yield %rises
  }
  %r = lift.map (%row) in %groups {
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
