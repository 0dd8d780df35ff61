// RUN: lift-opt %s -p 'lift-apply{step="join_of_cheap_rows over=items at %%r" function=expand},lift-apply{step="join_of_cheap_rows over=items at %%r" function=scanned},dce' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_cheap_rows over=items at %%r" function=filtered}' 2>&1 | filecheck %s --check-prefix=FILTERED
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_cheap_rows over=items at %%r" function=inside}' 2>&1 | filecheck %s --check-prefix=INSIDE
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_cheap_rows over=items at %%r" function=stored}' 2>&1 | filecheck %s --check-prefix=STORED

// CHECK-LABEL: lift.def @expand
// CHECK-NEXT: %counts = lift.map (%n)[k1] in %ns
// CHECK:        lift.unpack ({{%[a-z0-9_.]+}})[X] in
// CHECK:          lift.nat X : i32
// CHECK:      %ends = lift.scan associative (%end, %count) in %counts
// CHECK:      %offsets = lift.pad constant
// CHECK-NEXT: %r = ocl.join_glb<0> upto B (%n.2)[k2] in %ns at %offsets
// CHECK-NEXT:   lift.generate [{{i[0-9]*}} : %n.2 upto M]
// CHECK-NEXT:     lift.nat k2
lift.def @expand<N, M, B>(%ns: !lift.array<N, i32>) -> !lift.exists<X upto B, !lift.array<X, i32>> {
  %rows = lift.map (%n)[k] in %ns {
    %row = lift.generate [i : %n upto M] {
      %k = lift.nat k
      lift.yield %k
    }
    lift.yield %row
  }
  %r = lift.join %rows upto B
  lift.return %r
}

// As many as there are in a row of an array, whatever is computed of them.
// CHECK-LABEL: lift.def @scanned
// CHECK-NEXT: %counts = lift.map (%n)[k1] in %ns
// CHECK-NEXT:   [[ROW:%[a-z0-9_.]+]] = ocl.row %ns from %n size %n
// CHECK-NEXT:   lift.unpack ({{%[a-z0-9_.]+}})[{{X[0-9]*}}] in [[ROW]]
// CHECK-NEXT:     lift.nat X{{[0-9]*}} : i32
// CHECK-NOT:  ocl.scan
// CHECK:      %r = ocl.join_glb<0> upto N (%n.2)[k2] in %ns at %offsets
// CHECK:        lift.scan
lift.def @scanned<N>(%ns: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %rows = lift.map (%n)[k] in %ns {
    %row = ocl.row %ns from %n size %n
    %sums = lift.unpack (%xs)[X] in %row {
      %s = lift.scan (%acc, %x) in %xs from %n {
        %t = arith.addi %acc, %x : i32
        lift.yield %t
      }
      %p = lift.pack %s as !lift.exists<X upto N, !lift.array<X, i32>>
      lift.yield %p
    }
    lift.yield %sums
  }
  %r = lift.join %rows upto N
  lift.return %r
}

// FILTERED: error[LIFT0366]: `join_of_cheap_rows over=items at %r` does not hold: `%r = lift.join` is no instance
lift.def @filtered<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.exists<X upto N * M, !lift.array<X, i32>> {
  %rows = lift.map (%xs) in %xss {
    %row = lift.filter (%x) in %xs {
      %k = arith.cmpi sgt, %x, %c : i32
      lift.yield %k
    }
    lift.yield %row
  }
  %r = lift.join %rows
  lift.return %r
}

// INSIDE: error[LIFT0366]: `join_of_cheap_rows over=items at %r` does not hold: it is inside of a pattern
lift.def @inside<N, M>(%nss: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.exists<X upto 9 * M, !lift.array<X, i32>>> {
  %all = lift.map (%ns) in %nss {
    %rows = lift.map (%n) in %ns {
      %row = lift.generate [i : %n upto 9] {
        lift.yield %n
      }
      lift.yield %row
    }
    %r = lift.join %rows
    lift.yield %r
  }
  lift.return %all
}

// STORED: error[LIFT0366]: `join_of_cheap_rows over=items at %r` does not hold: the rows are made of arrays that are computed
lift.def @stored<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %c: i32) -> !lift.exists<X upto N * M, !lift.array<X, i32>> {
  %rows = lift.map (%xs) in %xss {
    %sums = lift.scan (%acc, %x) in %xs from %c {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %n = lift.at %sums[M - 1]
    %row = lift.generate [i : %n upto M] {
      %x = lift.at %sums[i]
      lift.yield %x
    }
    lift.yield %row
  }
  %r = lift.join %rows
  lift.return %r
}
