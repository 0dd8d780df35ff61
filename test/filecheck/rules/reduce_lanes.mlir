// RUN: lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=said}' | filecheck %s --check-prefix=SAID
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=not_divided}' 2>&1 | filecheck %s --check-prefix=DIVIDED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=only_associative}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=first_of_the_least}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=no_row}' 2>&1 | filecheck %s --check-prefix=NO-ROW

// CHECK-LABEL: lift.def @holds
// CHECK:      %neutral = arith.constant 0 : i32
// CHECK:      %split = lift.split 4 %xs
// CHECK:      %init = lift.generate [i{{.*}} : 4]
// CHECK-NEXT:   lift.yield %neutral
// CHECK:      %sum_lanes = lift.reduce (%acc_n, %x_n)[j] in %split from %init
// CHECK-NEXT:   %zip = lift.zip %acc_n, %x_n
// CHECK-NEXT:   %sum = lift.map (%p)[[[I:i[0-9]*]]] in %zip
// CHECK:          lift.nat {{4 \* j \+ i[0-9]*|i[0-9]* \+ 4 \* j}}
// CHECK:      %sum_total = lift.reduce (%acc{{.*}}, %part) in %sum_lanes from %a
// CHECK-NEXT:   arith.addi
lift.def @holds<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> i32 {
  %sum = lift.reduce (%acc, %x)[k] in %xs from %a {
    %n = lift.nat k : i32
    %nx = arith.muli %n, %x : i32
    %s = arith.addi %acc, %nx : i32
    lift.yield %s
  }
  lift.return %sum
}

// There is no neutral element: lanes begin with the first row.
// SAID-LABEL: lift.def @said
// SAID:      %init = lift.at %split[0]
// SAID:      %slice = lift.slice %split from 1 size N - 1
// SAID:      %sum_lanes = lift.reduce (%acc_n, %x_n) in %slice from %init
lift.def @said<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> i32 {
  %sum = lift.reduce associative commutative (%acc, %x) in %xs from %a {
    %less = arith.cmpi slt, %acc, %x : i32
    %s = arith.select %less, %x, %acc : i32
    lift.yield %s
  }
  lift.return %sum
}

// DIVIDED: error[LIFT0366]: `reduce_lanes n=4 at %sum` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @not_divided<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

// ORDERED: error[LIFT0366]: `reduce_lanes n=4 at %sum` does not hold: the fold is not seen to be associative and commutative
lift.def @ordered<N>(%xs: !lift.array<4 * N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

lift.def @only_associative<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> i32 {
  %sum = lift.reduce associative (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %sum
}

// NO-ROW: error[LIFT0366]: `reduce_lanes n=4 at %sum` does not hold: `N ge 2` is not proved
lift.def @no_row<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> i32 {
  %some = lift.slice %xs from 4 size 4 * N - 4
  %sum = lift.reduce associative commutative (%acc, %x) in %some from %a {
    %less = arith.cmpi slt, %acc, %x : i32
    %s = arith.select %less, %x, %acc : i32
    lift.yield %s
  }
  lift.return %sum
}

// A tuple of accumulators, one of which is idempotent, inside of a map.
lift.def @tuples<N, M>(%xss: !lift.array<M, !lift.array<4 * N, f32>>, %a: f32) -> !lift.array<M, tuple<f32, f32>> {
  %begin = lift.tuple %a, %a
  %rows = lift.map (%xs) in %xss {
    %sum = lift.reduce (%acc, %x) in %xs from %begin {
      %acc0 = lift.get %acc[0]
      %acc1 = lift.get %acc[1]
      %xx = arith.mulf %x, %x : f32
      %s0 = arith.addf %acc0, %xx : f32
      %s1 = arith.maximumf %acc1, %x : f32
      %s = lift.tuple %s0, %s1
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %rows
}

// Of equal numbers the first one is kept.
lift.def @first_of_the_least<N>(%xs: !lift.array<4 * N, tuple<f32, i32>>, %init: tuple<f32, i32>) -> tuple<f32, i32> {
  %sum = lift.reduce (%best, %x) in %xs from %init {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %v = lift.get %x[0]
    %i = lift.get %x[1]
    %less = arith.cmpf olt, %v, %least : f32
    %m = arith.select %less, %v, %least : f32
    %w = arith.select %less, %i, %where : i32
    %next = lift.tuple %m, %w
    lift.yield %next
  }
  lift.return %sum
}
