// RUN: lift-opt %s -p 'lift-apply{step="unpack_of_generate at %%r" function=sum},dce' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="unpack_of_generate at %%r" function=parameter}' 2>&1 | filecheck %s --check-prefix=PARAMETER

// CHECK-LABEL: lift.def @sum
// CHECK-NEXT: %places = ocl.places %n upto M
// CHECK-NEXT: %r = lift.unpack ({{%[a-z0-9_.]+}})[X] in %places
// CHECK-NEXT:   [[XS:%[a-z0-9_.]+]] = lift.generate [i : X]
// CHECK-NEXT:     %i = lift.nat i
// CHECK-NEXT:     lift.yield %i
// CHECK-NEXT:   }
// CHECK-NEXT:   %s = lift.reduce (%acc, %x) in [[XS]] from %n
lift.def @sum<M>(%n: i32) -> i32 {
  %g = lift.generate [i : %n upto M] {
    %i = lift.nat i
    lift.yield %i
  }
  %r = lift.unpack (%xs)[X] in %g {
    %s = lift.reduce (%acc, %x) in %xs from %n {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// PARAMETER: error[LIFT0366]: `unpack_of_generate at %r` does not hold: `%r = lift.unpack` is no instance
lift.def @parameter<M>(%e: !lift.exists<X upto M, !lift.array<X, i32>>) -> i32 {
  %r = lift.unpack (%xs)[X] in %e {
    %n = lift.nat X
    lift.yield %n
  }
  lift.return %r
}
