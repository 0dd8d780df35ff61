// RUN: lift-opt %s -p kernel-simplify-control-flow,kernel-erase-dead-values -t opencl | filecheck %s

// A condition that is all there is before it stands in the head of the loop.
// CHECK-LABEL: void head(
kernel.func @head<N>(%x: !kernel.buffer<global, i32>) {
  %one = arith.constant 1 : i32
  %most = arith.constant 100 : i32
  // CHECK: int acc = 1;
  // CHECK-NEXT: for (int i = 0; i < N && acc < 100; i++) {
  // CHECK-NEXT: acc = (int)((uint)acc + (uint)acc);
  // CHECK-NEXT: }
  // CHECK-NEXT: x[0] = acc;
  %r = kernel.for %i = 0 to N step 1 with (%acc = %one) {
    %c = arith.cmpi slt, %acc, %most : i32
    kernel.while %c
    %s = arith.addi %acc, %acc : i32
    kernel.yield %s
  }
  kernel.store %r, %x[0]
}

// Else the loop is left, with the values of the iteration before.
// CHECK-LABEL: void left(
kernel.func @left<N>(%x: !kernel.buffer<global, i32>) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  // CHECK: for (int i = 0; i < N; i++) {
  // CHECK-NEXT: int e = x[i];
  // CHECK-NEXT: if (!(e != 0)) {
  // CHECK-NEXT: break;
  // CHECK-NEXT: }
  // CHECK-NEXT: acc = (int)((uint)acc * (uint)e);
  %r = kernel.for %i = 0 to N step 1 with (%acc = %one) {
    %e = kernel.load %x[%i]
    %c = arith.cmpi ne, %e, %zero : i32
    kernel.while %c
    %s = arith.muli %acc, %e : i32
    kernel.yield %s
  }
  kernel.store %r, %x[0]
}

// One iteration at most is still one only where the condition holds.
// CHECK-LABEL: void once(
kernel.func @once(%x: !kernel.buffer<global, i32>, %c: i1) {
  // CHECK: for (int i = 0; i < 1 && c; i++) {
  kernel.for %i = 0 to 1 step 1 {
    kernel.while %c
    %one = arith.constant 1 : i32
    kernel.store %one, %x[0]
  }
}

// What nobody sees is not computed, and neither is when that would end.
// CHECK-LABEL: void unseen(
// CHECK-NEXT: }
kernel.func @unseen<N>(%x: !kernel.buffer<global, i32>) {
  %one = arith.constant 1 : i32
  %most = arith.constant 100 : i32
  %r = kernel.for %i = 0 to N step 1 with (%acc = %one) {
    %c = arith.cmpi slt, %acc, %most : i32
    kernel.while %c
    %s = arith.addi %acc, %acc : i32
    kernel.yield %s
  }
}
