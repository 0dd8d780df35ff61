// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// The number is a length from here on; where it passes its bound, there is none.
// CHECK-LABEL: kernel void counted_1(
// CHECK:      int count = n > 0 ? n : 0;
// CHECK-NEXT: if (M < count) {
// CHECK-NEXT:   exceeded[0] = count;
// CHECK-NEXT: }
// CHECK-NEXT: int X = (M < count ? 0 : count);
// CHECK-NEXT: int acc = 0;
// CHECK-NEXT: for (int i = 0; i < X; i++) {
// CHECK-NEXT:   acc = (int)((uint)acc + (uint)(2 * i));
// CHECK-NEXT: }
// CHECK-NEXT: result[g] = acc;
lift.def @counted<N, M>(%ns: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%n) in %ns {
    %g = lift.generate [i : %n upto M] {
      %v = lift.nat 2 * i
      lift.yield %v
    }
    %sum = lift.reduce (%acc, %x) in %g from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}
