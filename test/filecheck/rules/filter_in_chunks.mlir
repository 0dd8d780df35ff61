// RUN: lift-opt %s -p 'lift-apply{step="filter_in_chunks n=8 over=groups rows=twice at %%r" function=twice},lift-apply{step="filter_in_chunks n=4 over=items rows=once at %%r" function=once},lift-apply{step="filter_in_chunks n=4 over=items rows=twice at %%r" function=counted}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="filter_in_chunks n=8 over=groups rows=twice at %%s" function=inside}' 2>&1 | filecheck %s --check-prefix=INSIDE
// RUN: not lift-opt %s -p 'lift-apply{step="filter_in_chunks n=8 over=groups rows=twice at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// CHECK-LABEL: lift.def @twice
// CHECK-NEXT: %chunks = lift.partition %xs into (N + 7) floordiv 8 by (i) -> (min(N - 8 * i, 8))
// CHECK-NEXT: %counts = ocl.map_wrg<0> (%chunk)[k] in %chunks
// CHECK-NEXT: %zero = arith.constant 0
// CHECK-NEXT: %count = lift.reduce (%count.2, %x)[p1] in %chunk from %zero
// CHECK-NEXT: %i = lift.nat 8 * k + p1
// CHECK-NEXT: %keep = arith.cmpi sgt, %x, %i
// CHECK-NEXT: %extui = arith.extui %keep
// CHECK-NEXT: %addi = arith.addi %count.2, %extui
// CHECK-NEXT: lift.yield %addi
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %count
// CHECK-NEXT: }
// CHECK-NEXT: %zero.2 = arith.constant 0
// CHECK-NEXT: %ends = ocl.scan_seq (%end, %count.3) in %counts from %zero.2
// CHECK-NEXT: %addi.2 = arith.addi %end, %count.3
// CHECK-NEXT: lift.yield %addi.2
// CHECK-NEXT: }
// CHECK-NEXT: %offsets = lift.pad constant %zero.2 1, 0 %ends
// CHECK-NEXT: %r = ocl.join_wrg<0> upto N (%chunk.2)[k1] in %chunks at %offsets
// CHECK-NEXT: %row = ocl.filter_seq (%x.2)[p2] in %chunk.2
// CHECK-NEXT: %i.2 = lift.nat 8 * k1 + p2
// CHECK-NEXT: %keep.2 = arith.cmpi sgt, %x.2, %i.2
// CHECK-NEXT: lift.yield %keep.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @twice<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.filter (%x)[p] in %xs {
    %i = lift.nat p
    %keep = arith.cmpi sgt, %x, %i : i32
    lift.yield %keep
  }
  lift.return %r
}

// The rows are stored, and a value is kept of each element.
// CHECK-LABEL: lift.def @once
// CHECK-NEXT: %chunks = lift.partition %xs into (N + 3) floordiv 4 by (i) -> (min(N - 4 * i, 4))
// CHECK-NEXT: %rows = ocl.map_glb<0> (%chunk)[k] in %chunks
// CHECK-NEXT: %row = ocl.filter_seq (%x)[p1] in %chunk
// CHECK-NEXT: %e = math.exp %x
// CHECK-NEXT: %keep = arith.cmpf ogt, %e, %c
// CHECK-NEXT: %i = lift.nat 4 * k + p1
// CHECK-NEXT: %y = lift.tuple %e, %i
// CHECK-NEXT: %t = lift.tuple %keep, %y
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: %counts = lift.map (%row.2)[k1] in %rows
// CHECK-NEXT: %unpack = lift.unpack (%xs.2)[X] in %row.2
// CHECK-NEXT: %length = lift.length %xs.2
// CHECK-NEXT: lift.yield %length
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %unpack
// CHECK-NEXT: }
// CHECK-NEXT: %zero = arith.constant 0
// CHECK-NEXT: %ends = lift.scan (%end, %count) in %counts from %zero
// CHECK-NEXT: %addi = arith.addi %end, %count
// CHECK-NEXT: lift.yield %addi
// CHECK-NEXT: }
// CHECK-NEXT: %offsets = lift.pad constant %zero 1, 0 %ends
// CHECK-NEXT: %r = ocl.join_glb<0> upto N (%row.3)[k2] in %rows at %offsets
// CHECK-NEXT: lift.yield %row.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @once<N>(%xs: !lift.array<N, f32>, %c: f32) -> !lift.exists<X upto N, !lift.array<X, tuple<f32, i32>>> {
  %r = lift.filter (%x)[p] in %xs {
    %e = math.exp %x : f32
    %keep = arith.cmpf ogt, %e, %c : f32
    %i = lift.nat p
    %y = lift.tuple %e, %i
    %t = lift.tuple %keep, %y
    lift.yield %t
  }
  lift.return %r
}

// A name that is bound inside is bound once in each copy.
// CHECK-LABEL: lift.def @counted
// CHECK-NEXT: %chunks = lift.partition %m into (N + 3) floordiv 4 by (i) -> (min(N - 4 * i, 4))
// CHECK-NEXT: %counts = ocl.map_glb<0> (%chunk)[k1] in %chunks
// CHECK-NEXT: %zero = arith.constant 0
// CHECK-NEXT: %count = lift.reduce (%count.2, %row)[p1] in %chunk from %zero
// CHECK-NEXT: %last = lift.at %row[4 * k1 + p1]
// CHECK-NEXT: %keep = arith.cmpi sgt, %last, %c
// CHECK-NEXT: %s = lift.reduce (%acc, %x)[k2] in %row from %c
// CHECK-NEXT: %n = lift.nat k2
// CHECK-NEXT: %y = arith.muli %x, %n
// CHECK-NEXT: %a = arith.addi %acc, %y
// CHECK-NEXT: lift.yield %a
// CHECK-NEXT: }
// CHECK-NEXT: %extui = arith.extui %keep
// CHECK-NEXT: %addi = arith.addi %count.2, %extui
// CHECK-NEXT: lift.yield %addi
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %count
// CHECK-NEXT: }
// CHECK-NEXT: %zero.2 = arith.constant 0
// CHECK-NEXT: %ends = ocl.scan_seq (%end, %count.3) in %counts from %zero.2
// CHECK-NEXT: %addi.2 = arith.addi %end, %count.3
// CHECK-NEXT: lift.yield %addi.2
// CHECK-NEXT: }
// CHECK-NEXT: %offsets = lift.pad constant %zero.2 1, 0 %ends
// CHECK-NEXT: %r = ocl.join_glb<0> upto N (%chunk.2)[k3] in %chunks at %offsets
// CHECK-NEXT: %row.2 = ocl.filter_seq (%row.3)[p2] in %chunk.2
// CHECK-NEXT: %last.2 = lift.at %row.3[4 * k3 + p2]
// CHECK-NEXT: %keep.2 = arith.cmpi sgt, %last.2, %c
// CHECK-NEXT: %s.2 = lift.reduce (%acc.2, %x.2)[k4] in %row.3 from %c
// CHECK-NEXT: %n.2 = lift.nat k4
// CHECK-NEXT: %y.2 = arith.muli %x.2, %n.2
// CHECK-NEXT: %a.2 = arith.addi %acc.2, %y.2
// CHECK-NEXT: lift.yield %a.2
// CHECK-NEXT: }
// CHECK-NEXT: %t = lift.tuple %keep.2, %s.2
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %row.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @counted<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.filter (%row)[p] in %m {
    %last = lift.at %row[p]
    %keep = arith.cmpi sgt, %last, %c : i32
    %s = lift.reduce (%acc, %x)[k] in %row from %c {
      %n = lift.nat k
      %y = arith.muli %x, %n : i32
      %a = arith.addi %acc, %y : i32
      lift.yield %a
    }
    %t = lift.tuple %keep, %s
    lift.yield %t
  }
  lift.return %r
}

// INSIDE: error[LIFT0366]: `filter_in_chunks n=8 over=groups rows=twice at %s` does not hold: it is inside of a pattern, where its rows cannot be joined by all work items
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>> {
  %r = lift.map (%row) in %m {
    %s = lift.filter (%x) in %row {
      %keep = arith.cmpi sgt, %x, %c : i32
      lift.yield %keep
    }
    lift.yield %s
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `filter_in_chunks n=8 over=groups rows=twice at %r` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.filter (%x) in %e {
    %keep = arith.cmpi sgt, %x, %c : i32
    lift.yield %keep
  }
  lift.return %r
}
