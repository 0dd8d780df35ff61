// RUN: lift-opt %s -p lift-fuse | filecheck %s

// No array is made: where an element is not kept, the neutral number is added.
// CHECK-LABEL: lift.def @sum
// CHECK:      %neutral = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: lift.reduce (%acc, %x)[k] in %xs from %zero : f32 {
// CHECK-NEXT:   lift.nat k
// CHECK:        %k = arith.cmpf ogt
// CHECK-NEXT:   %y = arith.mulf %x, %x : f32
// CHECK-NEXT:   %[[Y:.*]] = arith.select %k, %y, %neutral : f32
// CHECK-NEXT:   arith.addf %acc, %[[Y]] : f32
// CHECK-NOT:  lift.filter
lift.def @sum<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  %kept = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %f = arith.sitofp %i : i32 to f32
    %k = arith.cmpf ogt, %x, %f : f32
    lift.yield %k
  }
  %s = lift.reduce (%acc, %x) in %kept from %zero {
    %y = arith.mulf %x, %x : f32
    %t = arith.addf %acc, %y : f32
    lift.yield %t
  }
  lift.return %s
}

// Each part of the accumulator has its own; a NaN gives way to any number, infinity does not.
// CHECK-LABEL: lift.def @range
// CHECK-DAG:  %[[NAN:.*]] = arith.constant 0x7fc00000 : f32
// CHECK-DAG:  %[[INF:.*]] = arith.constant 0xff800000 : f32
// CHECK:      lift.reduce ordered (%acc, %x) in %xs from %init : tuple<f32, f32> {
// CHECK-DAG:    arith.select %k, %{{.*}}, %[[NAN]] : f32
// CHECK-DAG:    arith.select %k, %{{.*}}, %[[INF]] : f32
// CHECK-NOT:  lift.filter
lift.def @range<N>(%xs: !lift.array<N, f32>, %init: tuple<f32, f32>, %c: f32) -> tuple<f32, f32> {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf one, %x, %c : f32 lift.yield %k }
  %s = lift.reduce ordered (%acc, %x) in %kept from %init {
    %a = lift.get %acc[0]
    %b = lift.get %acc[1]
    %least = arith.minnumf %x, %a : f32
    %most = arith.maximumf %b, %x : f32
    %t = lift.tuple %least, %most
    lift.yield %t
  }
  lift.return %s
}

// The words that spoke of the region are true no more, and not needed.
// CHECK-LABEL: lift.def @smallest
// CHECK:      %neutral = arith.constant 2147483647 : i32
// CHECK-NEXT: lift.reduce (%acc, %p) in %ps from %c : i32 {
lift.def @smallest<N>(%ps: !lift.array<N, tuple<i1, i32>>, %c: i32) -> i32 {
  %kept = lift.filter (%p) in %ps { lift.yield %p }
  %s = lift.reduce associative commutative (%acc, %x) in %kept from %c {
    %t = arith.minsi %acc, %x : i32
    lift.yield %t
  }
  lift.return %s
}

// Any other fold keeps its accumulator where an element is not kept.
// CHECK-LABEL: lift.def @in_order
// CHECK:      lift.reduce (%acc, %x) in %xs from %init : tuple<f32, i32> {
// CHECK:        %d = arith.shli
// CHECK-NEXT:   %[[A:.*]] = lift.get %acc[0] : f32
// CHECK-NEXT:   arith.select %k, %z, %[[A]] : f32
// CHECK-NEXT:   %[[B:.*]] = lift.get %acc[1] : i32
// CHECK-NEXT:   arith.select %k, %d, %[[B]] : i32
// CHECK-NOT:  lift.filter
lift.def @in_order<N>(%xs: !lift.array<N, f32>, %init: tuple<f32, i32>, %c: f32) -> tuple<f32, i32> {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf one, %x, %c : f32 lift.yield %k }
  %s = lift.reduce (%acc, %x) in %kept from %init {
    %a = lift.get %acc[0]
    %b = lift.get %acc[1]
    %y = arith.mulf %a, %c : f32
    %z = arith.addf %y, %x : f32
    %d = arith.shli %b, %b : i32
    %t = lift.tuple %z, %d
    lift.yield %t
  }
  lift.return %s
}

// CHECK-LABEL: lift.def @count
// CHECK:      %zero = arith.constant 0 : i32
// CHECK:      lift.reduce (%n_1, %x) in %xs from %zero : i32 {
// CHECK-NEXT:   %k = arith.cmpf one
// CHECK-NEXT:   %[[ONE:.*]] = arith.select %k, %one, %{{.*}} : i32
// CHECK-NEXT:   arith.addi %n_1, %[[ONE]] : i32
// CHECK-NOT:  lift.filter
lift.def @count<N>(%xs: !lift.array<N, f32>, %c: f32) -> i32 {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf one, %x, %c : f32 lift.yield %k }
  %n = lift.length %kept
  lift.return %n
}

// Three folds of one filter are one.
// CHECK-LABEL: lift.def @statistics
// CHECK:      lift.reduce
// CHECK-NOT:  lift.reduce
// CHECK-NOT:  lift.filter
// CHECK-NOT:  lift.length
// CHECK:      lift.return
lift.def @statistics<N>(%xs: !lift.array<N, f32>, %zero: f32, %c: f32) -> f32 {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf one, %x, %c : f32 lift.yield %k }
  %s = lift.reduce (%acc, %x) in %kept from %zero { %t = arith.addf %acc, %x : f32 lift.yield %t }
  %twice = arith.addf %s, %s : f32
  %n = lift.length %kept
  %f = arith.sitofp %n : i32 to f32
  %mean = arith.divf %twice, %f : f32
  %squares = lift.map (%x) in %kept { %y = arith.mulf %x, %x : f32 lift.yield %y }
  %q = lift.reduce (%acc, %x) in %squares from %zero { %t = arith.addf %acc, %x : f32 lift.yield %t }
  %r = arith.addf %mean, %q : f32
  lift.return %r
}

// By hand, too.
// CHECK-LABEL: lift.def @mean
// CHECK-NOT:  lift.unpack
// CHECK:      lift.reduce
// CHECK-NOT:  lift.reduce
// CHECK-NOT:  lift.filter
// CHECK:      lift.return
lift.def @mean<N>(%xs: !lift.array<N, f32>, %zero: f32, %c: f32) -> f32 {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf one, %x, %c : f32 lift.yield %k }
  %r = lift.unpack (%ys)[L] in %kept {
    %s = lift.reduce (%acc, %x) in %ys from %zero { %t = arith.addf %acc, %x : f32 lift.yield %t }
    %n = lift.nat L
    %f = arith.sitofp %n : i32 to f32
    %mean = arith.divf %s, %f : f32
    lift.yield %mean
  }
  lift.return %r
}

// The second fold needs the first one: the elements are gone through twice, so they are kept.
// CHECK-LABEL: lift.def @variance
// CHECK: lift.filter
// CHECK: lift.length
// CHECK-COUNT-2: lift.reduce
lift.def @variance<N>(%xs: !lift.array<N, f32>, %zero: f32, %c: f32) -> f32 {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf one, %x, %c : f32 lift.yield %k }
  %n = lift.length %kept
  %f = arith.sitofp %n : i32 to f32
  %s = lift.reduce (%acc, %x) in %kept from %zero { %t = arith.addf %acc, %x : f32 lift.yield %t }
  %mean = arith.divf %s, %f : f32
  %q = lift.reduce (%acc, %x) in %kept from %zero {
    %d = arith.subf %x, %mean : f32
    %e = arith.mulf %d, %d : f32
    %t = arith.addf %acc, %e : f32
    lift.yield %t
  }
  lift.return %q
}

// The filter stays where a fold calls C code without a meaning.
// CHECK-LABEL: lift.def @opaque_fold
// CHECK: lift.filter
lift.user_fun @opaque(x: i32) -> i32 = "return x / 3;"
lift.def @opaque_fold<N>(%xs: !lift.array<N, i32>, %c: i32) -> i32 {
  %d = lift.filter (%i) in %xs { %k = arith.cmpi sgt, %i, %c : i32 lift.yield %k }
  %ds = lift.reduce (%acc, %x) in %d from %c {
    %e = lift.call @opaque(%x)
    %y = arith.addi %acc, %e : i32
    lift.yield %y
  }
  lift.return %ds
}

// So it does where one is only said to be associative, looks something up without a check, calls C code that may divide by
// 0, has a loop, or asks for its position.
// CHECK-LABEL: lift.def @stays
// CHECK-COUNT-5: lift.filter
lift.user_fun @inverse(x: i32) -> i32 = "return 100 / x;" {
  %hundred = arith.constant 100 : i32
  %r = arith.divsi %hundred, %x : i32
  lift.return %r
}
lift.def @stays<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32, i32, i32, i32> {
  %a = lift.filter (%i) in %xs { %k = arith.cmpi sgt, %i, %c : i32 lift.yield %k }
  %as = lift.reduce associative (%acc, %x) in %a from %c { %y = arith.shli %acc, %x : i32 lift.yield %y }
  %b = lift.filter (%i) in %xs { %k = arith.cmpi sgt, %i, %c : i32 lift.yield %k }
  %bs = lift.reduce (%acc, %x) in %b from %c {
    %none = arith.subi %x, %x : i32
    %e = lift.at_unchecked %xs[%none]
    %y = arith.addi %acc, %e : i32
    lift.yield %y
  }
  %e = lift.filter (%i) in %xs { %k = arith.cmpi sgt, %i, %c : i32 lift.yield %k }
  %es = lift.reduce (%acc, %x) in %e from %c {
    %y = lift.reduce (%b1, %z) in %xs from %acc { %t = arith.addi %b1, %x : i32 lift.yield %t }
    lift.yield %y
  }
  %f = lift.filter (%i) in %xs { %k = arith.cmpi sgt, %i, %c : i32 lift.yield %k }
  %fs = lift.reduce (%acc, %x)[k] in %f from %c {
    %i = lift.nat k
    %y = arith.addi %acc, %i : i32
    lift.yield %y
  }
  %g = lift.filter (%i) in %xs { %k = arith.cmpi sgt, %i, %c : i32 lift.yield %k }
  %gs = lift.reduce (%acc, %x) in %g from %c {
    %i = lift.call @inverse(%x)
    %y = arith.addi %acc, %i : i32
    lift.yield %y
  }
  %r = lift.tuple %as, %bs, %es, %fs, %gs
  lift.return %r
}
