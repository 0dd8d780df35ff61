// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// An array that is appended to itself is read at one place, however often that is done.
// CHECK: int e = x0[g % N];
// CHECK-NEXT: result[g] = (int)((uint)e + (uint)e);
lift.def @f<N>(%x0: !lift.array<N, i32>) -> !lift.array<1099511627776 * N, i32> {
  %x1 = lift.concat %x0, %x0
  %x2 = lift.concat %x1, %x1
  %x3 = lift.concat %x2, %x2
  %x4 = lift.concat %x3, %x3
  %x5 = lift.concat %x4, %x4
  %x6 = lift.concat %x5, %x5
  %x7 = lift.concat %x6, %x6
  %x8 = lift.concat %x7, %x7
  %x9 = lift.concat %x8, %x8
  %x10 = lift.concat %x9, %x9
  %x11 = lift.concat %x10, %x10
  %x12 = lift.concat %x11, %x11
  %x13 = lift.concat %x12, %x12
  %x14 = lift.concat %x13, %x13
  %x15 = lift.concat %x14, %x14
  %x16 = lift.concat %x15, %x15
  %x17 = lift.concat %x16, %x16
  %x18 = lift.concat %x17, %x17
  %x19 = lift.concat %x18, %x18
  %x20 = lift.concat %x19, %x19
  %x21 = lift.concat %x20, %x20
  %x22 = lift.concat %x21, %x21
  %x23 = lift.concat %x22, %x22
  %x24 = lift.concat %x23, %x23
  %x25 = lift.concat %x24, %x24
  %x26 = lift.concat %x25, %x25
  %x27 = lift.concat %x26, %x26
  %x28 = lift.concat %x27, %x27
  %x29 = lift.concat %x28, %x28
  %x30 = lift.concat %x29, %x29
  %x31 = lift.concat %x30, %x30
  %x32 = lift.concat %x31, %x31
  %x33 = lift.concat %x32, %x32
  %x34 = lift.concat %x33, %x33
  %x35 = lift.concat %x34, %x34
  %x36 = lift.concat %x35, %x35
  %x37 = lift.concat %x36, %x36
  %x38 = lift.concat %x37, %x37
  %x39 = lift.concat %x38, %x38
  %x40 = lift.concat %x39, %x39
  %z = lift.map (%e) in %x40 { %y = arith.addi %e, %e : i32 lift.yield %y }
  lift.return %z
}
