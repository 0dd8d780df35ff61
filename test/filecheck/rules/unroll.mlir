// RUN: lift-opt %s -p 'lift-apply{step="unroll at %%s" function=map},lift-apply{step="unroll at %%s" function=reduce},lift-apply{step="unroll at %%r" function=scan}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="unroll at %%r" function=symbolic}' 2>&1 | filecheck %s --check-prefix=SYMBOLIC
// RUN: not lift-opt %s -p 'lift-apply{step="unroll at %%r" function=already}' 2>&1 | filecheck %s --check-prefix=ALREADY

// CHECK-LABEL: lift.def @map
// CHECK-NEXT: %r = lift.map (%row) in %xss
// CHECK-NEXT: %s = ocl.map_seq unroll (%x)[k] in %row
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %f = arith.sitofp %i
// CHECK-NEXT: %y = arith.mulf %x, %f
// CHECK-NEXT: %z = arith.subf %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @map<N>(%xss: !lift.array<N, !lift.array<4, f32>>, %c: f32) -> !lift.array<N, !lift.array<4, f32>> {
  %r = lift.map (%row) in %xss {
    %s = ocl.map_seq (%x)[k] in %row {
      %i = lift.nat k
      %f = arith.sitofp %i : i32 to f32
      %y = arith.mulf %x, %f : f32
      %z = arith.subf %y, %c : f32
      lift.yield %z
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @reduce
// CHECK-NEXT: %r = lift.map (%row) in %xss
// CHECK-NEXT: %s = ocl.reduce_seq unroll (%acc, %x) in %row from %c
// CHECK-NEXT: %t = arith.subi %x, %acc
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @reduce<N>(%xss: !lift.array<N, !lift.array<3, i32>>, %c: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %xss {
    %s = ocl.reduce_seq (%acc, %x) in %row from %c {
      %t = arith.subi %x, %acc : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @scan
// CHECK-NEXT: %r = ocl.scan_seq unroll (%acc, %x) in %xs from %c
// CHECK-NEXT: %t = arith.subi %x, %acc
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @scan(%xs: !lift.array<5, i32>, %c: i32) -> !lift.array<5, i32> {
  %r = ocl.scan_seq (%acc, %x) in %xs from %c {
    %t = arith.subi %x, %acc : i32
    lift.yield %t
  }
  lift.return %r
}

// SYMBOLIC: error[LIFT0366]: `unroll at %r` does not hold: 'ocl.reduce_seq unroll' needs an array whose length is a number
lift.def @symbolic<N>(%xs: !lift.array<N, i32>, %c: i32) -> i32 {
  %r = ocl.reduce_seq (%acc, %x) in %xs from %c {
    %t = arith.subi %x, %acc : i32
    lift.yield %t
  }
  lift.return %r
}

// ALREADY: error[LIFT0366]: `unroll at %r` does not hold: `%r = ocl.reduce_seq` is no instance of the left side of `map_seq(f, xs) = map_seq unroll(f, xs)`, and so for `reduce_seq` and `scan_seq`, where the length is a number.
lift.def @already(%xs: !lift.array<4, i32>, %c: i32) -> i32 {
  %r = ocl.reduce_seq unroll (%acc, %x) in %xs from %c {
    %t = arith.subi %x, %acc : i32
    lift.yield %t
  }
  lift.return %r
}
