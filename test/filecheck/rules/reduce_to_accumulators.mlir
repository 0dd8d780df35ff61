// RUN: lift-opt %s -p 'lift-apply{step="reduce_to_accumulators k=2 at %%sum" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_to_accumulators k=2 at %%sum" function=not_divided}' 2>&1 | filecheck %s --check-prefix=DIVIDED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_to_accumulators k=2 at %%sum" function=said}' 2>&1 | filecheck %s --check-prefix=SAID

// CHECK-LABEL: lift.def @holds
// CHECK:      %split = lift.split 2 %xs
// CHECK-NEXT: %init = lift.tuple %a, %neutral
// CHECK-NEXT: %sum = lift.reduce (%acc_n, %x_n)[j] in %split from %init
// CHECK-NEXT:   lift.get %acc_n[0]
// CHECK-NEXT:   lift.at %x_n[0]
// CHECK:        lift.nat 2 * j :
// CHECK:        lift.get %acc_n[1]
// CHECK-NEXT:   lift.at %x_n[1]
// CHECK:        lift.nat {{1 \+ 2 \* j|2 \* j \+ 1}} :
// CHECK:      %sum_total = arith.addi
// CHECK-NEXT: lift.return %sum_total
lift.def @holds<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> i32 {
  %sum = lift.reduce (%acc, %x)[k] in %xs from %a {
    %n = lift.nat k : i32
    %nx = arith.muli %n, %x : i32
    %s = arith.addi %acc, %nx : i32
    lift.yield %s
  }
  lift.return %sum
}

// DIVIDED: error[LIFT0366]: `reduce_to_accumulators k=2 at %sum` does not hold: `N mod 2 eq 0` is not proved; what is known: N ge 1
lift.def @not_divided<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

// SAID: error[LIFT0366]: `reduce_to_accumulators k=2 at %sum` does not hold: it is not known what an accumulator begins with
lift.def @said<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> i32 {
  %sum = lift.reduce associative commutative (%acc, %x) in %xs from %a {
    %less = arith.cmpi slt, %acc, %x : i32
    %s = arith.select %less, %x, %acc : i32
    lift.yield %s
  }
  lift.return %sum
}

// Tuples, and a fold inside of the region whose position is bound in each copy.
lift.def @tuples<N, M>(%xss: !lift.array<4 * N, !lift.array<M, i32>>, %a: i32) -> tuple<i32, i32> {
  %begin = lift.tuple %a, %a
  %zero = arith.constant 0 : i32
  %sum = lift.reduce (%acc, %xs) in %xss from %begin {
    %row = lift.reduce (%t, %x)[i] in %xs from %zero {
      %n = lift.nat i : i32
      %nx = arith.muli %n, %x : i32
      %u = arith.subi %nx, %t : i32
      lift.yield %u
    }
    %acc0 = lift.get %acc[0]
    %acc1 = lift.get %acc[1]
    %s0 = arith.xori %acc0, %row : i32
    %s1 = arith.minsi %acc1, %row : i32
    %s = lift.tuple %s0, %s1
    lift.yield %s
  }
  lift.return %sum
}
