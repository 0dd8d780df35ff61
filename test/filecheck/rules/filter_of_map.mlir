// RUN: lift-opt %s -p 'lift-apply{step="filter_of_map at %%r" function=positions},lift-apply{step="filter_of_map at %%r" function=value},lift-apply{step="filter_of_map at %%f" function=used_twice}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="filter_of_map at %%r" function=no_map}' 2>&1 | filecheck %s --check-prefix=NO-MAP

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.filter (%p)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %e = arith.addi %p, %i
// CHECK-NEXT: %k = arith.cmpi sgt, %e, %c
// CHECK-NEXT: %tuple = lift.tuple %k, %e
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %es = lift.map (%p)[k] in %xs {
    %i = lift.nat k
    %e = arith.addi %p, %i : i32
    lift.yield %e
  }
  %r = lift.filter (%x) in %es {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  lift.return %r
}

// A filter that gives a value of its own keeps that.
// CHECK-LABEL: lift.def @value
// CHECK-NEXT: %r = lift.filter (%row)[k] in %m
// CHECK-NEXT: %s = lift.reduce ordered (%acc, %x) in %row from %c
// CHECK-NEXT: %t = arith.addf %acc, %x
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: %p = arith.cmpf ogt, %s, %c
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %v = lift.tuple %s, %i
// CHECK-NEXT: %t.2 = lift.tuple %p, %v
// CHECK-NEXT: lift.yield %t.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @value<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, i32>>> {
  %sums = lift.map (%row)[j] in %m {
    %s = lift.reduce ordered (%acc, %x) in %row from %c {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  %r = lift.filter (%s)[k] in %sums {
    %p = arith.cmpf ogt, %s, %c : f32
    %i = lift.nat k
    %v = lift.tuple %s, %i
    %t = lift.tuple %p, %v
    lift.yield %t
  }
  lift.return %r
}

// The map stays for its other use.
// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %es = lift.map (%x) in %xs
// CHECK:      %f = lift.filter (%x.2) in %xs
// CHECK-NEXT: %e.2 = arith.negf %x.2
// CHECK-NEXT: %k = arith.cmpf ogt, %e.2, %c
// CHECK-NEXT: %tuple = lift.tuple %k, %e.2
// CHECK:      %r = lift.tuple %es, %f
lift.def @used_twice<N>(%xs: !lift.array<N, f32>, %c: f32) -> tuple<!lift.array<N, f32>, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %es = lift.map (%x) in %xs {
    %e = arith.negf %x : f32
    lift.yield %e
  }
  %f = lift.filter (%x) in %es {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %r = lift.tuple %es, %f
  lift.return %r
}

// NO-MAP: error[LIFT0366]: `filter_of_map at %r` does not hold: `%r = lift.filter` is no instance of the left side of `filter(p, map(f, xs)) = filter(x -> (p(f(x)), f(x)), xs)`, and with the value that p gives where it gives one.
lift.def @no_map<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  lift.return %r
}
