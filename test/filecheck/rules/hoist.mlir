// RUN: lift-opt %s -p 'lift-apply{step="hoist at %%columns" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="hoist at %%part" function=holds}' 2>&1 | filecheck %s --check-prefix=REFUSED

// REFUSED: error[LIFT0366]: `hoist at %part` does not hold: %part depends on the region that it stands in
// CHECK-LABEL: lift.def @holds
// CHECK:      %columns = lift.transpose %ys
// CHECK-NEXT: %c = lift.map (%x)[i] in %xs
// CHECK-NEXT:   %part = lift.slice %x from i
lift.def @holds<N, M>(%xs: !lift.array<N, !lift.array<2 * N, i32>>, %ys: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, tuple<!lift.array<N, i32>, !lift.array<M, !lift.array<N, i32>>>> {
  %c = lift.map (%x)[i] in %xs {
    %columns = lift.transpose %ys
    %part = lift.slice %x from i size N
    %t = lift.tuple %part, %columns
    lift.yield %t
  }
  lift.return %c
}

// Generators, constants, and folds around.
lift.def @folds<N>(%xs: !lift.array<N, i32>, %k: i32) -> !lift.array<4, i32> {
  %begin = lift.generate [i : 4] {
    lift.yield %k
  }
  %r = lift.reduce (%acc, %x) in %xs from %begin {
    %two = arith.constant 2 : i32
    %ones = lift.generate [i : 4] {
      %n = lift.nat i : i32
      %nk = arith.addi %n, %k : i32
      lift.yield %nk
    }
    %both = lift.zip %acc, %ones
    %next = lift.map (%p) in %both {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %d = arith.muli %a, %two : i32
      %ab = arith.subi %d, %b : i32
      %s = arith.addi %ab, %x : i32
      lift.yield %s
    }
    lift.yield %next
  }
  lift.return %r
}
