// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

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
