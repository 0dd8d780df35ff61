// RUN: lift-opt %s -p 'lift-apply{step="join_of_rows over=groups at %%r" function=given},lift-apply{step="join_of_rows over=groups at %%r" function=bounded},lift-apply{step="join_of_rows over=items at %%r" function=computed}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_rows over=groups at %%j" function=inside}' 2>&1 | filecheck %s --check-prefix=INSIDE
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_rows over=groups at %%r" function=known}' 2>&1 | filecheck %s --check-prefix=KNOWN

// CHECK-LABEL: lift.def @given
// CHECK-NEXT: %counts = lift.map (%row)[k] in %rows
// CHECK-NEXT: %unpack = lift.unpack (%xs)[X] in %row
// CHECK-NEXT: %length = lift.length %xs
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
// CHECK-NEXT: %r = ocl.join_wrg<0> upto M * N (%row.2)[k1] in %rows at %offsets
// CHECK-NEXT: lift.yield %row.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @given<N, M>(%rows: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>) -> !lift.exists<X upto M * N, !lift.array<X, i32>> {
  %r = lift.join %rows upto M * N
  lift.return %r
}

// Where the rows may have more elements together than the bound, a sum that passes 32 bits is the largest number that does not.
// CHECK-LABEL: lift.def @bounded
// CHECK: %ends = lift.scan associative (%end, %count) in %counts from %zero
// CHECK-NEXT: %addi = arith.addi %end, %count
// CHECK-NEXT: %constant = arith.constant 2147483647
// CHECK-NEXT: %minui = arith.minui %addi, %constant
// CHECK-NEXT: lift.yield %minui
// CHECK: ocl.join_wrg<0> upto B
lift.def @bounded<N, M, B>(%rows: !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>) -> !lift.exists<X upto B, !lift.array<X, i32>> {
  %r = lift.join %rows upto B
  lift.return %r
}

// CHECK-LABEL: lift.def @computed
// CHECK-NEXT: %rows = lift.map (%row)[k] in %m
// CHECK-NEXT: %s = lift.filter (%x) in %row
// CHECK-NEXT: %keep = arith.cmpf ogt, %x, %c
// CHECK-NEXT: lift.yield %keep
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: %counts = lift.map (%row.2)[k1] in %rows
// CHECK-NEXT: %unpack = lift.unpack (%xs)[X] in %row.2
// CHECK-NEXT: %length = lift.length %xs
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
// CHECK-NEXT: %r = ocl.join_glb<0> upto M * N (%row.3)[k2] in %rows at %offsets
// CHECK-NEXT: lift.yield %row.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @computed<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %c: f32) -> !lift.exists<X upto M * N, !lift.array<X, f32>> {
  %rows = lift.map (%row)[k] in %m {
    %s = lift.filter (%x) in %row {
      %keep = arith.cmpf ogt, %x, %c : f32
      lift.yield %keep
    }
    lift.yield %s
  }
  %r = lift.join %rows
  lift.return %r
}

// INSIDE: error[LIFT0366]: `join_of_rows over=groups at %j` does not hold: it is inside of a pattern, where its rows cannot be joined by all work items
lift.def @inside<N, M>(%rowss: !lift.array<N, !lift.array<N, !lift.exists<X upto M, !lift.array<X, i32>>>>) -> !lift.array<N, !lift.exists<X upto M * N, !lift.array<X, i32>>> {
  %r = lift.map (%rows) in %rowss {
    %j = lift.join %rows
    lift.yield %j
  }
  lift.return %r
}

// KNOWN: error[LIFT0366]: `join_of_rows over=groups at %r` does not hold: `%r = lift.join` is no instance of the left side of `join(rows) = join_x(row -> row, rows)`, at the top level, for rows of hidden length.
lift.def @known<N, M>(%rows: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<M * N, i32> {
  %r = lift.join %rows
  lift.return %r
}
