// RUN: lift-opt %s -p canonicalize,lift-fuse,lift-to-ocl | filecheck %s

// A conversion is scalar code: a map of it is fused, and nothing is kept in between.
// CHECK-LABEL: lift.def @fused<N>
// CHECK: ocl.map_glb<0>
// CHECK-NEXT: lift.convert %{{.*}} : ui8 to i32
// CHECK-NEXT: arith.addi
// CHECK-NEXT: lift.convert %{{.*}} : i32 to ui8
// CHECK-NEXT: lift.yield
// CHECK-NOT: map
lift.def @fused<N>(%xs: !lift.array<N, ui8>) -> !lift.array<N, ui8> {
  %is = lift.map (%x) in %xs {
    %i = lift.convert %x : ui8 to i32
    lift.yield %i
  }
  %sums = lift.map (%i) in %is {
    %s = arith.addi %i, %i : i32
    lift.yield %s
  }
  %r = lift.map (%s) in %sums {
    %u = lift.convert %s : i32 to ui8
    lift.yield %u
  }
  lift.return %r
}

// A sum of naturals is split into chunks, as one of integers is.
// CHECK-LABEL: lift.def @total<N>
// CHECK: ocl.map_glb<0>
// CHECK: ocl.reduce_seq
// CHECK: lift.convert %{{.*}} : ui8 to i32
lift.def @total<N>(%xs: !lift.array<N, ui8>) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = lift.reduce (%acc, %x) in %xs from %zero {
    %i = lift.convert %x : ui8 to i32
    %s = arith.addi %acc, %i : i32
    lift.yield %s
  }
  lift.return %sum
}

// A filter that converts goes into the fold behind it.
// CHECK-LABEL: lift.def @bright<N>
// CHECK-NOT: lift.filter
// CHECK: lift.convert
// CHECK-NOT: lift.filter
lift.def @bright<N>(%xs: !lift.array<N, ui8>) -> i32 {
  %zero = arith.constant 0 : i32
  %limit = arith.constant 200 : i32
  %kept = lift.filter (%x) in %xs {
    %i = lift.convert %x : ui8 to i32
    %keep = arith.cmpi sgt, %i, %limit : i32
    lift.yield %keep
  }
  %n = lift.reduce (%acc, %x) in %kept from %zero {
    %i = lift.convert %x : ui8 to i32
    %s = arith.addi %acc, %i : i32
    lift.yield %s
  }
  lift.return %n
}
