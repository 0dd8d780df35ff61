// RUN: lift-opt %s -p 'lift-apply{step="generate_of_number at %%r" function=squares},lift-apply{step="generate_of_number at %%r" function=wide},lift-apply{step="generate_of_number at %%r" function=narrow}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="generate_of_number at %%r" function=known}' 2>&1 | filecheck %s --check-prefix=KNOWN

// CHECK-LABEL: lift.def @squares
// CHECK-NEXT: %places = ocl.places %n upto M : !lift.exists<X upto M, !lift.array<X, !lift.array<0, i32>>>
// CHECK-NEXT: %r = lift.unpack ({{%[a-z0-9_.]+}})[X] in %places
// CHECK-NEXT:   %r.2 = lift.generate [i : X]
// CHECK-NEXT:     %i = lift.nat i
// CHECK-NEXT:     %s = arith.muli %i, %i
// CHECK-NEXT:     lift.yield %s
// CHECK-NEXT:   }
// CHECK-NEXT:   [[PACK:%[a-z0-9_.]+]] = lift.pack %r.2 as !lift.exists<X upto M, !lift.array<X, i32>>
// CHECK-NEXT:   lift.yield [[PACK]]
lift.def @squares<M>(%n: i32) -> !lift.exists<X upto M, !lift.array<X, i32>> {
  %r = lift.generate [i : %n upto M] {
    %i = lift.nat i
    %s = arith.muli %i, %i : i32
    lift.yield %s
  }
  lift.return %r
}

// A number of 64 bits is brought between 0 and the most that a length can be.
// CHECK-LABEL: lift.def @wide
// CHECK: arith.constant 2147483647 : i64
// CHECK: [[LEAST:%[a-z0-9_.]+]] = arith.minsi %n
// CHECK: [[BETWEEN:%[a-z0-9_.]+]] = arith.maxsi [[LEAST]]
// CHECK: [[SHORT:%[a-z0-9_.]+]] = arith.trunci [[BETWEEN]] : i64 to i32
// CHECK: ocl.places [[SHORT]] upto M
lift.def @wide<M>(%n: i64) -> !lift.exists<X upto M, !lift.array<X, i32>> {
  %r = lift.generate [i : %n upto M] {
    %i = lift.nat i
    lift.yield %i
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @narrow
// CHECK: [[LONG:%[a-z0-9_.]+]] = arith.extsi %n : i8 to i32
// CHECK: ocl.places [[LONG]] upto M
lift.def @narrow<M>(%n: i8) -> !lift.exists<X upto M, !lift.array<X, i32>> {
  %r = lift.generate [i : %n upto M] {
    %i = lift.nat i
    lift.yield %i
  }
  lift.return %r
}

// KNOWN: error[LIFT0366]: `generate_of_number at %r` does not hold: `%r = lift.generate` is no instance
lift.def @known<M>() -> !lift.array<M, i32> {
  %r = lift.generate [i : M] {
    %i = lift.nat i
    lift.yield %i
  }
  lift.return %r
}
