// RUN: lift-opt %s --split-input-file --verify-diagnostics

// A few lines that stand for very much are refused where it becomes too much, and not after all of it is there.

lift.def @tuples(%x0: i32) -> i32 {
  %x1 = lift.tuple %x0, %x0
  %x2 = lift.tuple %x1, %x1
  %x3 = lift.tuple %x2, %x2
  %x4 = lift.tuple %x3, %x3
  %x5 = lift.tuple %x4, %x4
  %x6 = lift.tuple %x5, %x5
  %x7 = lift.tuple %x6, %x6
  %x8 = lift.tuple %x7, %x7
  %x9 = lift.tuple %x8, %x8
  %x10 = lift.tuple %x9, %x9
  // expected-error@+1 {{there are too many leaves in a type}}
  %x11 = lift.tuple %x10, %x10
  %x12 = lift.tuple %x11, %x11
  %x13 = lift.tuple %x12, %x12
  %x14 = lift.tuple %x13, %x13
  %x15 = lift.tuple %x14, %x14
  %x16 = lift.tuple %x15, %x15
  %x17 = lift.tuple %x16, %x16
  %x18 = lift.tuple %x17, %x17
  %x19 = lift.tuple %x18, %x18
  %x20 = lift.tuple %x19, %x19
  %x21 = lift.tuple %x20, %x20
  %x22 = lift.tuple %x21, %x21
  %x23 = lift.tuple %x22, %x22
  %x24 = lift.tuple %x23, %x23
  %x25 = lift.tuple %x24, %x24
  %x26 = lift.tuple %x25, %x25
  %x27 = lift.tuple %x26, %x26
  %x28 = lift.tuple %x27, %x27
  %x29 = lift.tuple %x28, %x28
  %x30 = lift.tuple %x29, %x29
  %x31 = lift.tuple %x30, %x30
  %x32 = lift.tuple %x31, %x31
  %x33 = lift.tuple %x32, %x32
  %x34 = lift.tuple %x33, %x33
  %x35 = lift.tuple %x34, %x34
  %x36 = lift.tuple %x35, %x35
  %x37 = lift.tuple %x36, %x36
  %x38 = lift.tuple %x37, %x37
  %x39 = lift.tuple %x38, %x38
  %x40 = lift.tuple %x39, %x39
  lift.return %x0
}

// -----

lift.def @zips(%x0: !lift.array<4, i32>) -> !lift.array<4, i32> {
  %x1 = lift.zip %x0, %x0
  %x2 = lift.zip %x1, %x1
  %x3 = lift.zip %x2, %x2
  %x4 = lift.zip %x3, %x3
  %x5 = lift.zip %x4, %x4
  %x6 = lift.zip %x5, %x5
  %x7 = lift.zip %x6, %x6
  %x8 = lift.zip %x7, %x7
  %x9 = lift.zip %x8, %x8
  %x10 = lift.zip %x9, %x9
  // expected-error@+1 {{there are too many leaves in a type}}
  %x11 = lift.zip %x10, %x10
  %x12 = lift.zip %x11, %x11
  %x13 = lift.zip %x12, %x12
  %x14 = lift.zip %x13, %x13
  %x15 = lift.zip %x14, %x14
  %x16 = lift.zip %x15, %x15
  %x17 = lift.zip %x16, %x16
  %x18 = lift.zip %x17, %x17
  %x19 = lift.zip %x18, %x18
  %x20 = lift.zip %x19, %x19
  %x21 = lift.zip %x20, %x20
  %x22 = lift.zip %x21, %x21
  %x23 = lift.zip %x22, %x22
  %x24 = lift.zip %x23, %x23
  %x25 = lift.zip %x24, %x24
  %x26 = lift.zip %x25, %x25
  %x27 = lift.zip %x26, %x26
  %x28 = lift.zip %x27, %x27
  %x29 = lift.zip %x28, %x28
  %x30 = lift.zip %x29, %x29
  %x31 = lift.zip %x30, %x30
  %x32 = lift.zip %x31, %x31
  %x33 = lift.zip %x32, %x32
  %x34 = lift.zip %x33, %x33
  %x35 = lift.zip %x34, %x34
  %x36 = lift.zip %x35, %x35
  %x37 = lift.zip %x36, %x36
  %x38 = lift.zip %x37, %x37
  %x39 = lift.zip %x38, %x38
  %x40 = lift.zip %x39, %x39
  lift.return %x0
}

// -----

!a0 = i32
!a1 = tuple<!a0, !a0>
!a2 = tuple<!a1, !a1>
!a3 = tuple<!a2, !a2>
!a4 = tuple<!a3, !a3>
!a5 = tuple<!a4, !a4>
!a6 = tuple<!a5, !a5>
!a7 = tuple<!a6, !a6>
!a8 = tuple<!a7, !a7>
!a9 = tuple<!a8, !a8>
!a10 = tuple<!a9, !a9>
// expected-error@+1 {{there are too many leaves in a type}}
!a11 = tuple<!a10, !a10>
!a12 = tuple<!a11, !a11>
!a13 = tuple<!a12, !a12>
!a14 = tuple<!a13, !a13>
!a15 = tuple<!a14, !a14>
!a16 = tuple<!a15, !a15>
!a17 = tuple<!a16, !a16>
!a18 = tuple<!a17, !a17>
!a19 = tuple<!a18, !a18>
!a20 = tuple<!a19, !a19>
!a21 = tuple<!a20, !a20>
!a22 = tuple<!a21, !a21>
!a23 = tuple<!a22, !a22>
!a24 = tuple<!a23, !a23>
!a25 = tuple<!a24, !a24>
!a26 = tuple<!a25, !a25>
!a27 = tuple<!a26, !a26>
!a28 = tuple<!a27, !a27>
!a29 = tuple<!a28, !a28>
!a30 = tuple<!a29, !a29>
!a31 = tuple<!a30, !a30>
!a32 = tuple<!a31, !a31>
!a33 = tuple<!a32, !a32>
!a34 = tuple<!a33, !a33>
!a35 = tuple<!a34, !a34>
!a36 = tuple<!a35, !a35>
!a37 = tuple<!a36, !a36>
!a38 = tuple<!a37, !a37>
!a39 = tuple<!a38, !a38>
!a40 = tuple<!a39, !a39>
lift.def @aliases(%x: !a40) -> !a40 { lift.return %x }

// -----

#a0 = 1 : i32
#a1 = [#a0, #a0]
#a2 = [#a1, #a1]
#a3 = [#a2, #a2]
#a4 = [#a3, #a3]
#a5 = [#a4, #a4]
#a6 = [#a5, #a5]
#a7 = [#a6, #a6]
#a8 = [#a7, #a7]
#a9 = [#a8, #a8]
// expected-error@+1 {{there are too many leaves in an attribute}}
#a10 = [#a9, #a9]
#a11 = [#a10, #a10]
#a12 = [#a11, #a11]
#a13 = [#a12, #a12]
#a14 = [#a13, #a13]
#a15 = [#a14, #a14]
#a16 = [#a15, #a15]
#a17 = [#a16, #a16]
#a18 = [#a17, #a17]
#a19 = [#a18, #a18]
#a20 = [#a19, #a19]
#a21 = [#a20, #a20]
#a22 = [#a21, #a21]
#a23 = [#a22, #a22]
#a24 = [#a23, #a23]
#a25 = [#a24, #a24]
#a26 = [#a25, #a25]
#a27 = [#a26, #a26]
#a28 = [#a27, #a27]
#a29 = [#a28, #a28]
#a30 = [#a29, #a29]
#a31 = [#a30, #a30]
#a32 = [#a31, #a31]
#a33 = [#a32, #a32]
#a34 = [#a33, #a33]
#a35 = [#a34, #a34]
#a36 = [#a35, #a35]
#a37 = [#a36, #a36]
#a38 = [#a37, #a37]
#a39 = [#a38, #a38]
#a40 = [#a39, #a39]
builtin.module attributes {a = #a40} {}

// -----

lift.def @literal(%x: i32) -> i32 {
  // expected-error@+1 {{there are too many elements in vector<20000000xi32>}}
  %c = arith.constant dense<1> : vector<20000000xi32>
  lift.return %x
}

// -----

lift.def @other_literal(%x: i32) -> i32 {
  // expected-error@+1 {{there are too many elements in tensor<20000000xi32>}}
  %c = arith.constant dense<1> : tensor<20000000xi32>
  lift.return %x
}
