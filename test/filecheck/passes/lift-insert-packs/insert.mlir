// RUN: lift-opt %s -p lift-inline,lift-insert-packs | filecheck %s
// RUN: lift-opt %s -p lift-inline,lift-insert-packs > %t.once
// RUN: lift-opt %t.once -p lift-insert-packs | diff %t.once -

// A length that does not survive is not hidden again: what is yielded is plain.
// CHECK-LABEL: lift.def @folded
// CHECK:      %s = lift.unpack (%kept_1)[X] in %kept : f32 {
// CHECK-NEXT:   lift.reduce (%acc, %x_1) in %kept_1 from %zero : f32 {
// CHECK:        lift.yield %s_1 : f32
// CHECK-NOT:  lift.pack
// CHECK:      lift.return %s : f32
lift.def @folded<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf olt, %x, %zero : f32 lift.yield %k }
  %s = lift.reduce (%acc, %x) in %kept from %zero { %t = arith.addf %acc, %x : f32 lift.yield %t }
  lift.return %s
}

// The length of a filter of a filter is bounded by the open length; where it leaves the region, by the bound outside.
// CHECK-LABEL: lift.def @filter_of_filter
// CHECK:      lift.unpack (%a_1)[X] in %a : !lift.exists<X upto N, !lift.array<X, f32>> {
// CHECK-NEXT:   %b_1 = lift.filter (%x_1) in %a_1 : !lift.exists<X1 upto X, !lift.array<X1, f32>> {
// CHECK:        lift.unpack (%b_3)[Y] in %b_1 : !lift.exists<X upto N, !lift.array<X, f32>> {
// CHECK-NEXT:     lift.pack %b_3 as !lift.exists<X upto N, !lift.array<X, f32>>
lift.def @filter_of_filter<N>(%xs: !lift.array<N, f32>, %half: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %a = lift.filter (%x) in %xs { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
  %b = lift.filter (%x) in %a { %k = arith.cmpf ogt, %x, %half : f32 lift.yield %k }
  lift.return %b
}

// Two filters, two lengths; each is opened once, however often it is used.
// CHECK-LABEL: lift.def @two_filters
// CHECK:         lift.unpack (%a_1)[X] in %a : i32 {
// CHECK-NEXT:      lift.filter (%x_1) in %xs : !lift.exists<X upto N, !lift.array<X, i32>> {
// CHECK:           lift.unpack (%b_1)[Y] in %b : i32 {
// CHECK-NEXT:        %m = lift.length %a_1 : i32
// CHECK-NEXT:        %n = lift.length %b_1 : i32
// CHECK-NEXT:        lift.reduce ({{.*}}) in %a_1
// CHECK:             lift.reduce ({{.*}}) in %b_1
// CHECK-NOT:     lift.unpack
// CHECK:         lift.return
lift.def @two_filters<N>(%xs: !lift.array<N, i32>, %zero: i32) -> i32 {
  %a = lift.filter (%x) in %xs { %k = arith.cmpi slt, %x, %zero : i32 lift.yield %k }
  %b = lift.filter (%x) in %xs { %k = arith.cmpi sgt, %x, %zero : i32 lift.yield %k }
  %m = lift.length %a
  %n = lift.length %b
  %s = lift.reduce (%acc, %x) in %a from %m { %t = arith.addi %acc, %x : i32 lift.yield %t }
  %r = lift.reduce (%acc, %x) in %b from %s { %t = arith.addi %acc, %x : i32 lift.yield %t }
  %u = arith.addi %r, %n : i32
  lift.return %u
}

// Parameters are opened at the beginning; one that is only passed on stays as it is.
// CHECK-LABEL: lift.def @parameters
// CHECK-NEXT: lift.unpack (%e_1)[X] in %e : tuple<
// CHECK-NEXT:   %m = lift.map (%x) in %e_1 : !lift.array<X, f32> {
// CHECK:        %m_1 = lift.pack %m as !lift.exists<X upto N, !lift.array<X, f32>>
// CHECK-NEXT:   lift.tuple %m_1, %f : tuple<!lift.exists<X upto N, !lift.array<X, f32>>, !lift.exists<X upto N, !lift.array<X, f32>>>
lift.def @parameters<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>, %f: !lift.exists<X upto N, !lift.array<X, f32>>)
    -> tuple<!lift.exists<X upto N, !lift.array<X, f32>>, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %m = lift.map (%x) in %e { %y = arith.negf %x : f32 lift.yield %y }
  %t = lift.tuple %m, %f
  lift.return %t
}

// A part of a tuple that is taken twice is opened once.
// CHECK-LABEL: lift.def @parts
// CHECK-NEXT: %a = lift.get %t[1] : !lift.exists<X upto N, !lift.array<X, f32>>
// CHECK-NEXT: lift.unpack (%a_1)[X] in %a : !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
// CHECK-NEXT:   %m = lift.map (%x) in %a_1
// CHECK-NOT:    lift.unpack
// CHECK:        %z_1 = lift.zip %m, %a_1 : !lift.array<X, tuple<f32, f32>>
lift.def @parts<N>(%t: tuple<f32, !lift.exists<X upto N, !lift.array<X, f32>>>)
    -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %a = lift.get %t[1]
  %m = lift.map (%x) in %a { %y = arith.negf %x : f32 lift.yield %y }
  %b = lift.get %t[1]
  %z = lift.zip %m, %b
  lift.return %z
}

// A tuple that is made here and taken apart again hides nothing.
// CHECK-LABEL: lift.def @through_a_tuple
// CHECK:      lift.unpack (%e_1)[X] in %e
// CHECK-NEXT:   %m = lift.map (%x) in %e_1
// CHECK-NOT:    lift.tuple
// CHECK:        %z_1 = lift.zip %m, %e_1 : !lift.array<X, tuple<f32, f32>>
lift.def @through_a_tuple<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>)
    -> !lift.exists<X upto N, !lift.array<X, tuple<f32, f32>>> {
  %m = lift.map (%x) in %e { %y = arith.negf %x : f32 lift.yield %y }
  %t = lift.tuple %m, %e
  %a = lift.get %t[0]
  %b = lift.get %t[1]
  %z = lift.zip %a, %b
  lift.return %z
}

// In the region of a map, the rest of the region follows the opening.
// CHECK-LABEL: lift.def @in_a_map
// CHECK:      lift.map (%row) in %m : !lift.array<N, f32> {
// CHECK-NEXT:   %kept = lift.filter
// CHECK:        %s = lift.unpack (%kept_1)[X] in %kept : f32 {
// CHECK-NEXT:     lift.reduce (%acc, %x_1) in %kept_1
// CHECK:          lift.yield %{{.*}} : f32
// CHECK:        lift.yield %s : f32
lift.def @in_a_map<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %zero: f32) -> !lift.array<N, f32> {
  %r = lift.map (%row) in %m {
    %kept = lift.filter (%x) in %row { %k = arith.cmpf olt, %x, %zero : f32 lift.yield %k }
    %s = lift.reduce (%acc, %x) in %kept from %zero { %t = arith.addf %acc, %x : f32 lift.yield %t }
    lift.yield %s
  }
  lift.return %r
}

// A row of hidden length is opened where it is the argument of a region; what it becomes is hidden again.
// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: lift.map (%row) in %m : !lift.array<N, !lift.exists<X upto M, !lift.array<X + 1, f32>>> {
// CHECK-NEXT:   lift.unpack (%row_1)[X] in %row : !lift.exists<X upto M, !lift.array<X + 1, f32>> {
// CHECK-NEXT:     %p_1 = lift.pad constant %zero 0, 1 %row_1 : !lift.array<X + 1, f32>
// CHECK-NEXT:     lift.pack %p_1 as !lift.exists<X upto M, !lift.array<X + 1, f32>>
lift.def @rows<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>, %zero: f32)
    -> !lift.array<N, !lift.exists<X upto M, !lift.array<X + 1, f32>>> {
  %r = lift.map (%row) in %m {
    %p = lift.pad constant %zero 0, 1 %row
    lift.yield %p
  }
  lift.return %r
}

// A filter in a region, of an array outside whose length is open there.
// CHECK-LABEL: lift.def @filter_inside
// CHECK:      lift.unpack (%e_1)[X] in %e
// CHECK-NEXT:   %m_1 = lift.map (%x) in %e_1 : !lift.array<X, !lift.exists<X upto N, !lift.array<X, f32>>> {
// CHECK-NEXT:     %f = lift.filter (%y) in %e_1 : !lift.exists<X1 upto X, !lift.array<X1, f32>> {
// CHECK:          lift.unpack (%f_2)[Y] in %f : !lift.exists<X upto N, !lift.array<X, f32>> {
// CHECK-NEXT:       lift.pack %f_2 as !lift.exists<X upto N, !lift.array<X, f32>>
// CHECK:        lift.pack %m_1 as !lift.exists<X upto N, !lift.array<X, !lift.exists<X upto N, !lift.array<X, f32>>>>
lift.def @filter_inside<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>)
    -> !lift.exists<X upto N, !lift.array<X, !lift.exists<Y upto N, !lift.array<Y, f32>>>> {
  %m = lift.map (%x) in %e {
    %f = lift.filter (%y) in %e { %k = arith.cmpf olt, %x, %y : f32 lift.yield %k }
    lift.yield %f
  }
  lift.return %m
}

// What the type shows of the length may be a multiple of it.
// CHECK-LABEL: lift.def @twice
// CHECK: %c_1 = lift.concat %e_1, %e_1 : !lift.array<2 * X, f32>
// CHECK-NEXT: lift.pack %c_1 as !lift.exists<X upto N, !lift.array<2 * X, f32>>
lift.def @twice<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<2 * X, f32>> {
  %c = lift.concat %e, %e
  lift.return %c
}

// Calls take and give values as they are; inlined, they are what follows.
lift.def @negated<K>(%e: !lift.exists<X upto K, !lift.array<X, f32>>) -> !lift.exists<X upto K, !lift.array<X, f32>> {
  %r = lift.map (%x) in %e { %y = arith.negf %x : f32 lift.yield %y }
  lift.return %r
}

// CHECK-LABEL: lift.def @calls
// CHECK:      lift.unpack (%kept_1)[X] in %kept
// CHECK-NEXT:   %a = lift.map (%x_1) in %kept_1 : !lift.array<X, f32>
// CHECK:        %b_1 = lift.map (%x_2) in %a : !lift.array<X, f32>
// CHECK:        lift.pack %b_1 as
// CHECK-NOT:  lift.pack
lift.def @calls<N>(%xs: !lift.array<N, f32>, %half: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = lift.filter (%x) in %xs { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
  %a = lift.call @negated(%kept)
  %b = lift.call @negated(%a)
  lift.return %b
}

// What is opened by hand stays; where its length is open already, it has that name.
// CHECK-LABEL: lift.def @by_hand
// CHECK:      lift.unpack (%e_1)[X] in %e : i32 {
// CHECK-NEXT:   %r_1 = lift.nat X : i32
// CHECK-NOT:  lift.unpack
// CHECK:      lift.return
lift.def @by_hand<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i32 {
  %m = lift.map (%x) in %e { %y = arith.negf %x : f32 lift.yield %y }
  %r = lift.unpack (%v)[L] in %m {
    %n = lift.nat L
    lift.yield %n
  }
  lift.return %r
}

// Names that are taken are not used again, and what is open in one region is not open in the next.
// CHECK-LABEL: lift.def @names<X, Y>
// CHECK: lift.unpack (%e_1)[Z] in %e
lift.def @names<X, Y>(%e: !lift.exists<Z upto X + Y, !lift.array<Z, f32>>) -> i32 {
  %n = lift.length %e
  lift.return %n
}

// A join of rows of hidden length is a root; its bound is that outside where it leaves.
// CHECK-LABEL: lift.def @joined
// CHECK:      lift.unpack (%m_1)[Z] in %m
// CHECK-NEXT:   %j = lift.join %m_1 : !lift.exists<X upto M * Z, !lift.array<X, f32>>
// CHECK-NEXT:   lift.unpack (%j_1)[X] in %j
// CHECK-NEXT:     %r_2 = lift.map (%x) in %j_1 : !lift.array<X, f32> {
// CHECK:          lift.pack %r_2 as !lift.exists<X upto M * N, !lift.array<X, f32>>
lift.def @joined<N, M>(%m: !lift.exists<Z upto N, !lift.array<Z, !lift.exists<X upto M, !lift.array<X, f32>>>>)
    -> !lift.exists<X upto M * N, !lift.array<X, f32>> {
  %j = lift.join %m
  %r = lift.map (%x) in %j { %y = arith.negf %x : f32 lift.yield %y }
  lift.return %r
}

// Rows that are opened with a table of their lengths stay so.
// CHECK-LABEL: lift.def @opened_rows
// CHECK:      lift.unpack (%rows)[lens[_]] in %m : i32 {
// CHECK-NEXT:   %f = lift.filter (%row)[k] in %rows
// CHECK:        lift.unpack (%f_1)[X] in %f : i32 {
// CHECK-NEXT:     lift.length %f_1 : i32
lift.def @opened_rows<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>) -> i32 {
  %three = arith.constant 3 : i32
  %r = lift.unpack (%rows)[lens[_]] in %m {
    %f = lift.filter (%row)[k] in %rows {
      %l = lift.nat lens[k]
      %c = arith.cmpi slt, %l, %three : i32
      %t = lift.tuple %c, %l
      lift.yield %t
    }
    %n = lift.length %f
    lift.yield %n
  }
  lift.return %r
}

// Patterns of `ocl` are opened as those of `lift` are, behind what stores a value.
// CHECK-LABEL: lift.def @mapped
// CHECK:      %kept = ocl.filter_glb (%x) in %xs
// CHECK:      %g = ocl.to_global %kept : !lift.exists<X upto N, !lift.array<X, f32>>
// CHECK-NEXT: lift.unpack (%g_1)[X] in %g
// CHECK-NEXT:   %a = ocl.map_glb<0> (%x_1) in %g_1 : !lift.array<X, f32> {
// CHECK:        %b_1 = ocl.filter_glb (%x_2) in %a : !lift.exists<X1 upto X, !lift.array<X1, f32>> {
// CHECK:        lift.unpack (%b_3)[Y] in %b_1
// CHECK-NEXT:     lift.pack %b_3 as !lift.exists<X upto N, !lift.array<X, f32>>
lift.def @mapped<N>(%xs: !lift.array<N, f32>, %half: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %kept = ocl.filter_glb (%x) in %xs { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
  %g = ocl.to_global %kept
  %a = ocl.map_glb<0> (%x) in %g { %y = arith.negf %x : f32 lift.yield %y }
  %b = ocl.filter_glb (%x) in %a { %k = arith.cmpf olt, %x, %half : f32 lift.yield %k }
  lift.return %b
}
