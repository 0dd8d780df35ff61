// RUN: lift-opt %s -p 'lift-apply{step="unpack_of_filter at %%r" function=hidden_again},lift-apply{step="unpack_of_filter at %%r" function=mean}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="unpack_of_filter at %%r" function=another_length}' 2>&1 | filecheck %s --check-prefix=ANOTHER-LENGTH
// RUN: not lift-opt %s -p 'lift-apply{step="unpack_of_filter at %%r" function=no_filter}' 2>&1 | filecheck %s --check-prefix=NO-FILTER

// CHECK-LABEL: lift.def @hidden_again
// CHECK-NEXT: %kept = lift.filter (%x) in %xs
// CHECK-NEXT: %k = arith.cmpf ogt, %x, %c
// CHECK-NEXT: lift.yield %k
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.map (%y) in %kept
// CHECK-NEXT: %z = arith.negf %y
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @hidden_again<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %r = lift.unpack (%ys)[L] in %kept {
    %zs = lift.map (%y) in %ys {
      %z = arith.negf %y : f32
      lift.yield %z
    }
    %p = lift.pack %zs as !lift.exists<Y upto N, !lift.array<Y, f32>>
    lift.yield %p
  }
  lift.return %r
}

// The name of the length as a number is the length.
// CHECK-LABEL: lift.def @mean
// CHECK-NEXT: %kept = lift.filter (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: %p = arith.cmpi sgt, %y, %c
// CHECK-NEXT: lift.yield %p
// CHECK-NEXT: }
// CHECK-NEXT: %s = lift.reduce (%acc, %x.2) in %kept from %c
// CHECK-NEXT: %t = arith.subi %acc, %x.2
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: %n = lift.length %kept
// CHECK-NEXT: %r = lift.tuple %s, %n
// CHECK-NEXT: lift.return %r
lift.def @mean<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %kept = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.addi %x, %i : i32
    %p = arith.cmpi sgt, %y, %c : i32
    lift.yield %p
  }
  %r = lift.unpack (%ys)[L] in %kept {
    %s = lift.reduce (%acc, %x) in %ys from %c {
      %t = arith.subi %acc, %x : i32
      lift.yield %t
    }
    %n = lift.nat L
    %both = lift.tuple %s, %n
    lift.yield %both
  }
  lift.return %r
}

// ANOTHER-LENGTH: error[LIFT0366]: `unpack_of_filter at %r` does not hold: `%r = lift.unpack` is no instance of the left side of `unpack(f, filter(g, xs)) = f(filter(g, xs))`, where f can do without the name of the length.
lift.def @another_length<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N + 1, !lift.array<X, f32>> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %r = lift.unpack (%ys)[L] in %kept {
    %wide = lift.pad constant %c 1, 0 %ys
    %p = lift.pack %wide as !lift.exists<Y upto N + 1, !lift.array<Y, f32>>
    lift.yield %p
  }
  lift.return %r
}

// NO-FILTER: error[LIFT0366]: `unpack_of_filter at %r` does not hold: `%r = lift.unpack` is no instance of the left side of `unpack(f, filter(g, xs)) = f(filter(g, xs))`, where f can do without the name of the length.
lift.def @no_filter<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> i32 {
  %r = lift.unpack (%ys)[L] in %e {
    %n = lift.nat L
    lift.yield %n
  }
  lift.return %r
}
