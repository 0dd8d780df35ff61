// RUN: lift-opt %s -p 'lift-apply{step="map_of_map at %%r" function=positions},lift-apply{step="map_of_map at %%r" function=rows},lift-apply{step="map_of_map at %%r" function=hidden},lift-apply{step="map_of_map at %%zs" function=used_twice},lift-apply{step="map_of_map at %%zs" function=other_level}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// Both ask for their position, which has one name then.
// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.map (%x)[k] in %xs
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %y = arith.addi %x, %i
// CHECK-NEXT: %i.2 = lift.nat 2 * k
// CHECK-NEXT: %z = arith.muli %y, %i.2
// CHECK-NEXT: %w = arith.subi %z, %c
// CHECK-NEXT: lift.yield %w
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[j] in %xs {
    %i = lift.nat j
    %y = arith.addi %x, %i : i32
    lift.yield %y
  }
  %r = lift.map (%y)[k] in %ys {
    %i = lift.nat 2 * k
    %z = arith.muli %y, %i : i32
    %w = arith.subi %z, %c : i32
    lift.yield %w
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.map (%row)[k1] in %xss
// CHECK-NEXT: %s = lift.map (%x) in %row
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: %sum = lift.reduce ordered (%acc, %e) in %s from %zero
// CHECK-NEXT: %a = arith.addf %acc, %e
// CHECK-NEXT: lift.yield %a
// CHECK-NEXT: }
// CHECK-NEXT: %last = lift.at %s[k1]
// CHECK-NEXT: %t = lift.tuple %sum, %last
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> !lift.array<N, tuple<f32, f32>> {
  %squares = lift.map (%row)[k] in %xss {
    %s = lift.map (%x) in %row {
      %y = arith.mulf %x, %x : f32
      lift.yield %y
    }
    lift.yield %s
  }
  %r = lift.map (%row)[k1] in %squares {
    %sum = lift.reduce ordered (%acc, %e) in %row from %zero {
      %a = arith.addf %acc, %e : f32
      lift.yield %a
    }
    %last = lift.at %row[k1]
    %t = lift.tuple %sum, %last
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: %r = lift.map (%x) in %e
// CHECK-NEXT: %y = arith.addi %x, %x
// CHECK-NEXT: %z = arith.extsi %y
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i64>> {
  %ys = lift.map (%x) in %e {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  %r = lift.map (%y) in %ys {
    %z = arith.extsi %y : i32 to i64
    lift.yield %z
  }
  lift.return %r
}

// The array between them has another use, and stays for it; the position in the copy has a name of its own.
// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %ys = lift.map (%x)[i] in %xs
// CHECK:      %zs = lift.map (%x.2)[i1] in %xs
// CHECK-NEXT: %n.2 = lift.nat i1
// CHECK-NEXT: %y.2 = arith.addi %x.2, %n.2
// CHECK-NEXT: %z = arith.muli %y.2, %y.2
// CHECK:      %r = lift.tuple %ys, %zs
lift.def @used_twice<N>(%xs: !lift.array<N, i32>) -> tuple<!lift.array<N, i32>, !lift.array<N, i32>> {
  %ys = lift.map (%x)[i] in %xs {
    %n = lift.nat i
    %y = arith.addi %x, %n : i32
    lift.yield %y
  }
  %zs = lift.map (%y) in %ys {
    %z = arith.muli %y, %y : i32
    lift.yield %z
  }
  %r = lift.tuple %ys, %zs
  lift.return %r
}

// It is computed once for each row then.
// CHECK-LABEL: lift.def @other_level
// CHECK-NEXT: %r = lift.map (%x.2) in %xs
// CHECK-NEXT: %zs = lift.map (%x) in %xs
// CHECK-NEXT: %y = arith.addi %x, %x
// CHECK-NEXT: %z = arith.muli %x.2, %y
lift.def @other_level<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, !lift.array<N, i32>> {
  %ys = lift.map (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  %r = lift.map (%x) in %xs {
    %zs = lift.map (%y) in %ys {
      %z = arith.muli %x, %y : i32
      lift.yield %z
    }
    lift.yield %zs
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_of_map at %r` does not hold: `%r = lift.map` is no instance of the left side of `map(g, map(f, xs)) = map(x -> g(f(x)), xs)`
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  lift.return %r
}
