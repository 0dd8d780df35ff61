// RUN: lift-opt %s -p lift-fuse | filecheck %s

// A map is put into the filter of its elements; what it computes is kept, so that it is computed once.
// CHECK-LABEL: lift.def @filter_of_map
// CHECK:      lift.filter (%p)[k] in %xs : !lift.exists<X upto N, !lift.array<X, f32>> {
// CHECK-NEXT:   %i = lift.nat k : i32
// CHECK-NEXT:   %f = arith.sitofp %i : i32 to f32
// CHECK-NEXT:   %e = arith.addf %p, %f : f32
// CHECK-NEXT:   %k = arith.cmpf ogt, %e, %zero : f32
// CHECK-NEXT:   %[[BOTH:.*]] = lift.tuple %k, %e : tuple<i1, f32>
// CHECK-NEXT:   lift.yield %[[BOTH]] : tuple<i1, f32>
// CHECK-NOT:  lift.map
lift.def @filter_of_map<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %es = lift.map (%p)[k] in %xs {
    %i = lift.nat k
    %f = arith.sitofp %i : i32 to f32
    %e = arith.addf %p, %f : f32
    lift.yield %e
  }
  %r = lift.filter (%x) in %es {
    %k = arith.cmpf ogt, %x, %zero : f32
    lift.yield %k : i1
  }
  lift.return %r
}

// A filter that gives a value of its own keeps that.
// CHECK-LABEL: lift.def @filter_with_a_value_of_map
// CHECK:      lift.filter (%row) in %m : !lift.exists<X upto N, !lift.array<X, i32>> {
// CHECK-NEXT:   %s = lift.reduce
// CHECK:        %[[BOTH:.*]] = lift.tuple %k, %i : tuple<i1, i32>
// CHECK-NEXT:   lift.yield %[[BOTH]]
// CHECK-NOT:  lift.map
lift.def @filter_with_a_value_of_map<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %zero: f32)
    -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %sums = lift.map (%row) in %m {
    %s = lift.reduce (%acc, %x) in %row from %zero { %t = arith.addf %acc, %x : f32 lift.yield %t }
    lift.yield %s
  }
  %r = lift.filter (%s) in %sums {
    %k = arith.cmpf ogt, %s, %zero : f32
    %i = arith.fptosi %s : f32 to i32
    %t = lift.tuple %k, %i
    lift.yield %t
  }
  lift.return %r
}

// A row that is computed and kept as a whole is stored once.
// CHECK-LABEL: lift.def @filter_of_rows
// CHECK: lift.map (%row) in %m
// CHECK: lift.filter
lift.def @filter_of_rows<N>(%m: !lift.array<N, !lift.array<4, f32>>, %c: f32)
    -> !lift.exists<X upto N, !lift.array<X, !lift.array<4, f32>>> {
  %rows = lift.map (%row) in %m {
    %e = lift.map (%x) in %row { %y = arith.negf %x : f32 lift.yield %y }
    lift.yield %e
  }
  %r = lift.filter (%row) in %rows {
    %x = lift.at %row[0]
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k : i1
  }
  lift.return %r
}

// A map is put into the filter before it, too.
// CHECK-LABEL: lift.def @map_of_filter
// CHECK:      lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> {
// CHECK-NEXT:   %k = arith.cmpf ogt, %x, %zero : f32
// CHECK-NEXT:   %y = arith.mulf %x, %x : f32
// CHECK-NEXT:   %z = lift.call @half(%y) : f32
// CHECK-NEXT:   %[[BOTH:.*]] = lift.tuple %k, %z : tuple<i1, f32>
// CHECK-NEXT:   lift.yield %[[BOTH]]
// CHECK-NOT:  lift.map
lift.user_fun @half(x: f32) -> f32 = "return x / 2;" {
  %two = arith.constant 2.0 : f32
  %r = arith.divf %x, %two : f32
  lift.return %r
}
lift.def @map_of_filter<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %r = lift.map (%x) in %kept {
    %y = arith.mulf %x, %x : f32
    %z = lift.call @half(%y)
    lift.yield %z
  }
  lift.return %r
}

// What it makes can still be seen to have the length of other arrays made of it.
// CHECK-LABEL: lift.def @zipped_with_itself
// CHECK: %ys = lift.filter
// CHECK-NOT: lift.map
// CHECK: lift.zip %ys, %ys
lift.def @zipped_with_itself<N>(%xs: !lift.array<N, f32>, %zero: f32)
    -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %ys = lift.map (%x) in %kept { %y = arith.mulf %x, %x : f32 lift.yield %y }
  %r = lift.zip %ys, %ys
  lift.return %r
}

// C code without a meaning stays behind the filter.
// CHECK-LABEL: lift.def @opaque_map
// CHECK: lift.map
lift.user_fun @opaque(x: f32) -> f32 = "return sqrt(x);"
lift.def @opaque_map<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %b = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %bm = lift.map (%x) in %b { %e = lift.call @opaque(%x) lift.yield %e }
  lift.return %bm
}

// So do what is looked up without a check, loops, a position among the elements that are kept, and an array with another
// use.
// CHECK-LABEL: lift.def @map_stays
// CHECK-COUNT-4: lift.map
lift.def @map_stays<N>(%xs: !lift.array<N, f32>, %is: !lift.array<N, i32>, %zero: f32)
    -> tuple<!lift.exists<X upto N, !lift.array<X, f32>>,
             !lift.exists<X upto N, !lift.array<X, f32>>, !lift.exists<X upto N, !lift.array<X, i32>>,
             !lift.exists<X upto N, !lift.array<X, f32>>, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %one = arith.constant 1 : i32
  %a = lift.filter (%i) in %is { %k = arith.cmpi sgt, %i, %one : i32 lift.yield %k }
  %am = lift.map (%i) in %a {
    %none = arith.subi %i, %i : i32
    %e = lift.at_unchecked %xs[%none]
    lift.yield %e
  }
  %c = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %cm = lift.map (%x) in %c {
    %s = lift.reduce (%acc, %y) in %xs from %x { %t = arith.addf %acc, %y : f32 lift.yield %t }
    lift.yield %s
  }
  %d = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %dm = lift.map (%x)[k] in %d { %i = lift.nat k lift.yield %i }
  %e = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %em = lift.map (%x) in %e { %y = arith.negf %x : f32 lift.yield %y }
  %r = lift.tuple %am, %cm, %dm, %e, %em
  lift.return %r
}

// CHECK-LABEL: lift.def @filter_of_filter
// CHECK:      %b = lift.filter (%x)[k] in %xs : !lift.exists<X upto N, !lift.array<X, i32>> {
// CHECK-NEXT:   %i = lift.nat k : i32
// CHECK-NEXT:   %p = arith.cmpi slt, %x, %i : i32
// CHECK-NEXT:   %q = arith.cmpi sgt, %x, %c : i32
// CHECK-NEXT:   %[[AND:.*]] = arith.andi %p, %q : i1
// CHECK-NEXT:   lift.yield %[[AND]] : i1
// CHECK-NOT:  lift.filter
lift.def @filter_of_filter<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %a = lift.filter (%x)[k] in %xs {
    %i = lift.nat k
    %p = arith.cmpi slt, %x, %i : i32
    lift.yield %p
  }
  %b = lift.filter (%x) in %a { %q = arith.cmpi sgt, %x, %c : i32 lift.yield %q }
  lift.return %b
}

// Both with a value: the value of the last one is kept.
// CHECK-LABEL: lift.def @filter_of_filter_with_values
// CHECK:      lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, i64>> {
// CHECK-NEXT:   %p = arith.cmpi slt, %x, %c : i32
// CHECK-NEXT:   %y = arith.addi %x, %x : i32
// CHECK-NEXT:   %q = arith.cmpi sgt, %y, %c : i32
// CHECK-NEXT:   %z = arith.extsi %y : i32 to i64
// CHECK-NEXT:   %[[AND:.*]] = arith.andi %p, %q : i1
// CHECK-NEXT:   %[[BOTH:.*]] = lift.tuple %[[AND]], %z : tuple<i1, i64>
// CHECK-NEXT:   lift.yield %[[BOTH]]
// CHECK-NOT:  lift.filter
lift.def @filter_of_filter_with_values<N>(%xs: !lift.array<N, i32>, %c: i32)
    -> !lift.exists<X upto N, !lift.array<X, i64>> {
  %a = lift.filter (%x) in %xs {
    %p = arith.cmpi slt, %x, %c : i32
    %y = arith.addi %x, %x : i32
    %t = lift.tuple %p, %y
    lift.yield %t
  }
  %b = lift.filter (%y) in %a {
    %q = arith.cmpi sgt, %y, %c : i32
    %z = arith.extsi %y : i32 to i64
    %t = lift.tuple %q, %z
    lift.yield %t
  }
  lift.return %b
}

// The second one asks for the position among the elements that are kept.
// CHECK-LABEL: lift.def @every_other_of_filter
// CHECK-COUNT-2: lift.filter
lift.def @every_other_of_filter<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %a = lift.filter (%x) in %xs { %p = arith.cmpi slt, %x, %c : i32 lift.yield %p }
  %b = lift.filter (%x)[k] in %a {
    %i = lift.nat k
    %q = arith.cmpi sgt, %i, %c : i32
    lift.yield %q
  }
  lift.return %b
}

// What is opened and hidden again by hand is put together, too, if it can do without the name of the length.
// CHECK-LABEL: lift.def @by_hand
// CHECK-NOT:  lift.unpack
// CHECK:      lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> {
// CHECK-NEXT:   arith.cmpf
// CHECK-NEXT:   arith.negf
// CHECK-NOT:  lift.map
lift.def @by_hand<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %r = lift.unpack (%ys)[L] in %kept {
    %zs = lift.map (%y) in %ys { %z = arith.negf %y : f32 lift.yield %z }
    %p = lift.pack %zs as !lift.exists<Y upto N, !lift.array<Y, f32>>
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @by_hand_with_names
// CHECK-COUNT-2: lift.unpack
lift.def @by_hand_with_names<N>(%xs: !lift.array<N, f32>, %zero: f32)
    -> tuple<!lift.exists<X upto N + 1, !lift.array<X, f32>>, !lift.array<2, i32>> {
  %a = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %p = lift.unpack (%ys)[L] in %a {
    %wide = lift.pad constant %zero 1, 0 %ys
    %p = lift.pack %wide as !lift.exists<Y upto N + 1, !lift.array<Y, f32>>
    lift.yield %p
  }
  %b = lift.filter (%x) in %xs { %k = arith.cmpf ogt, %x, %zero : f32 lift.yield %k }
  %q = lift.unpack (%ys)[L2] in %b {
    %two = lift.generate [i : 2] { %v = lift.nat L2 + i lift.yield %v }
    lift.yield %two
  }
  %r = lift.tuple %p, %q
  lift.return %r
}
