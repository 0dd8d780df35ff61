// RUN: lift-opt %s -p lift-to-opencl --verify-diagnostics

// Two arrays in turn: an element may come from as many places as there are ways through the concats.
lift.def @f<N>(%x0: !lift.array<N, i32>, %y0: !lift.array<N, i32>) -> !lift.array<1099511627776 * N, i32> {
  %x1 = lift.concat %x0, %y0
  %y1 = lift.concat %y0, %x0
  %x2 = lift.concat %x1, %y1
  %y2 = lift.concat %y1, %x1
  %x3 = lift.concat %x2, %y2
  %y3 = lift.concat %y2, %x2
  %x4 = lift.concat %x3, %y3
  %y4 = lift.concat %y3, %x3
  %x5 = lift.concat %x4, %y4
  %y5 = lift.concat %y4, %x4
  %x6 = lift.concat %x5, %y5
  %y6 = lift.concat %y5, %x5
  %x7 = lift.concat %x6, %y6
  %y7 = lift.concat %y6, %x6
  %x8 = lift.concat %x7, %y7
  %y8 = lift.concat %y7, %x7
  %x9 = lift.concat %x8, %y8
  %y9 = lift.concat %y8, %x8
  %x10 = lift.concat %x9, %y9
  %y10 = lift.concat %y9, %x9
  %x11 = lift.concat %x10, %y10
  %y11 = lift.concat %y10, %x10
  %x12 = lift.concat %x11, %y11
  %y12 = lift.concat %y11, %x11
  %x13 = lift.concat %x12, %y12
  %y13 = lift.concat %y12, %x12
  %x14 = lift.concat %x13, %y13
  %y14 = lift.concat %y13, %x13
  %x15 = lift.concat %x14, %y14
  %y15 = lift.concat %y14, %x14
  %x16 = lift.concat %x15, %y15
  %y16 = lift.concat %y15, %x15
  %x17 = lift.concat %x16, %y16
  %y17 = lift.concat %y16, %x16
  %x18 = lift.concat %x17, %y17
  %y18 = lift.concat %y17, %x17
  %x19 = lift.concat %x18, %y18
  %y19 = lift.concat %y18, %x18
  %x20 = lift.concat %x19, %y19
  %y20 = lift.concat %y19, %x19
  %x21 = lift.concat %x20, %y20
  %y21 = lift.concat %y20, %x20
  %x22 = lift.concat %x21, %y21
  %y22 = lift.concat %y21, %x21
  %x23 = lift.concat %x22, %y22
  %y23 = lift.concat %y22, %x22
  %x24 = lift.concat %x23, %y23
  %y24 = lift.concat %y23, %x23
  %x25 = lift.concat %x24, %y24
  %y25 = lift.concat %y24, %x24
  %x26 = lift.concat %x25, %y25
  %y26 = lift.concat %y25, %x25
  %x27 = lift.concat %x26, %y26
  %y27 = lift.concat %y26, %x26
  %x28 = lift.concat %x27, %y27
  %y28 = lift.concat %y27, %x27
  %x29 = lift.concat %x28, %y28
  %y29 = lift.concat %y28, %x28
  %x30 = lift.concat %x29, %y29
  %y30 = lift.concat %y29, %x29
  %x31 = lift.concat %x30, %y30
  %y31 = lift.concat %y30, %x30
  %x32 = lift.concat %x31, %y31
  %y32 = lift.concat %y31, %x31
  %x33 = lift.concat %x32, %y32
  %y33 = lift.concat %y32, %x32
  %x34 = lift.concat %x33, %y33
  %y34 = lift.concat %y33, %x33
  %x35 = lift.concat %x34, %y34
  %y35 = lift.concat %y34, %x34
  %x36 = lift.concat %x35, %y35
  %y36 = lift.concat %y35, %x35
  %x37 = lift.concat %x36, %y36
  %y37 = lift.concat %y36, %x36
  %x38 = lift.concat %x37, %y37
  %y38 = lift.concat %y37, %x37
  %x39 = lift.concat %x38, %y38
  %y39 = lift.concat %y38, %x38
  %x40 = lift.concat %x39, %y39
  %y40 = lift.concat %y39, %x39
  %z = lift.map (%e) in %x40 {
    // expected-error@+1 {{there are too many places that an element may come from}}
    %y = arith.addi %e, %e : i32
    lift.yield %y
  }
  lift.return %z
}
