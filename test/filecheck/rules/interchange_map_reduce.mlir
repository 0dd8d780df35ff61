// RUN: lift-opt %s -p 'lift-apply{step="interchange_map_reduce at %%c" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="interchange_map_reduce at %%c" function=bodies}' | filecheck %s --check-prefix=BODIES
// RUN: lift-opt %s -p 'lift-apply{step="interchange_map_reduce at %%c" function=starts}' | filecheck %s --check-prefix=STARTS
// RUN: lift-opt %s -p 'lift-apply{step="interchange_map_reduce at %%c" function=itself}' | filecheck %s --check-prefix=ITSELF
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_map_reduce at %%c" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_map_reduce at %%c" function=perhaps_empty}' 2>&1 | filecheck %s --check-prefix=EMPTY

// What depends on the element of the map is turned, and what does not is shared by all columns.
// CHECK-LABEL: lift.def @holds
// CHECK:      %row_t = lift.transpose %a
// CHECK-NEXT: %zip = lift.zip %row_t, %x
// CHECK-NEXT: %init = lift.generate [i : N]
// CHECK:      %sum = lift.reduce (%acc_n, %p)[k] in %zip from %init
// CHECK-NEXT:   %row_k = lift.get %p[0]
// CHECK-NEXT:   %x_k = lift.get %p[1]
// CHECK-NEXT:   %zip.2 = lift.zip %acc_n, %row_k
// CHECK-NEXT:   %c = lift.map (%p.2) in %zip.2
// CHECK-NEXT:     %acc = lift.get %p.2[0]
// CHECK-NEXT:     %u = lift.get %p.2[1]
// CHECK-NEXT:     lift.nat k
// CHECK-NEXT:     arith.muli %u, %x_k
lift.def @holds<N, K>(%a: !lift.array<N, !lift.array<K, i32>>, %x: !lift.array<K, i32>, %start: i32) -> !lift.array<N, i32> {
  %c = lift.map (%row) in %a {
    %both = lift.zip %row, %x
    %sum = lift.reduce (%acc, %p)[k] in %both from %start {
      %u = lift.get %p[0]
      %v = lift.get %p[1]
      %n = lift.nat k : i32
      %uv = arith.muli %u, %v : i32
      %kv = arith.addi %uv, %n : i32
      %s = arith.subi %acc, %kv : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// The fold is over what all share, and uses the element: it is zipped in. Accumulators are tuples.
// BODIES-LABEL: lift.def @bodies
// BODIES:      %init = lift.generate [i : N]
// BODIES-NEXT:   lift.yield %none
// BODIES:      %sum = lift.reduce (%acc_n, %other) in %xs from %init
// BODIES-NEXT:   %zip = lift.zip %acc_n, %xs
// BODIES-NEXT:   %c = lift.map (%p) in %zip
lift.def @bodies<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %none = lift.tuple %zero, %zero
  %c = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    %sum = lift.reduce (%acc, %other) in %xs from %none {
      %d = arith.subf %other, %x : f32
      %dd = arith.mulf %d, %y : f32
      %a0 = lift.get %acc[0]
      %a1 = lift.get %acc[1]
      %s0 = arith.addf %a0, %d : f32
      %s1 = arith.addf %a1, %dd : f32
      %s = lift.tuple %s0, %s1
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// Each element may begin with a value of its own, and rows are rearranged after.
// STARTS-LABEL: lift.def @starts
// STARTS:      %row_t = lift.transpose %a
// STARTS-NEXT: %init = lift.map (%row)[i1] in %a
// STARTS:      %sum = lift.reduce (%acc_n, %e) in %row_t from %init
// STARTS:        %c = lift.map (%p)[i]
// STARTS:      %c_l = lift.map (%row{{.*}}) in %sum
// STARTS-NEXT:   lift.split 2
lift.def @starts<N, K>(%a: !lift.array<N, !lift.array<K, i32>>) -> !lift.array<N, !lift.array<2, !lift.array<2, i32>>> {
  %c = lift.map (%row)[i] in %a {
    %first = lift.at %row[0]
    %begin = lift.generate [j : 4] {
      %n = lift.nat i + j : i32
      %b = arith.addi %n, %first : i32
      lift.yield %b
    }
    %sum = lift.reduce (%acc, %e) in %row from %begin {
      %next = lift.map (%u)[j] in %acc {
        %n = lift.nat i * j : i32
        %v = arith.xori %u, %n : i32
        %w = arith.addi %v, %e : i32
        lift.yield %w
      }
      lift.yield %next
    }
    %square = lift.split 2 %sum
    lift.yield %square
  }
  lift.return %c
}

// REFUSED: error[LIFT0366]: `interchange_map_reduce at %c` does not hold: 'lift.transpose'
lift.def @refused<N>(%a: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> !lift.array<N, f32> {
  %c = lift.map (%row) in %a {
    %sum = lift.reduce (%acc, %e) in %row from %zero {
      %s = arith.addf %acc, %e : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// What is computed where there is an element is not computed where there may be none.
// EMPTY: error[LIFT0366]: `interchange_map_reduce at %c` does not hold: `N ge 2` is not proved
lift.def @perhaps_empty<N, K>(%xs: !lift.array<N, f32>, %a: !lift.array<K, f32>, %zero: f32) -> !lift.array<N - 1, f32> {
  %some = lift.slice %xs from 1 size N - 1
  %c = lift.map (%x) in %some {
    %squares = lift.map (%y) in %a {
      %yy = arith.mulf %y, %y : f32
      lift.yield %yy
    }
    %sum = lift.reduce (%acc, %e) in %squares from %zero {
      %d = arith.subf %e, %x : f32
      %s = arith.addf %acc, %d : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// Each fold begins with the element itself.
// ITSELF-LABEL: lift.def @itself
// ITSELF-NEXT:  %s = lift.reduce (%acc_n, %y) in %ys from %xs
// ITSELF-NEXT:  %c = lift.map (%acc) in %acc_n
// ITSELF-NEXT:  arith.subi %y, %acc
lift.def @itself<N, K>(%xs: !lift.array<N, i32>, %ys: !lift.array<K, i32>) -> !lift.array<N, i32> {
  %c = lift.map (%x) in %xs {
    %s = lift.reduce (%acc, %y) in %ys from %x {
      %d = arith.subi %y, %acc : i32
      lift.yield %d
    }
    lift.yield %s
  }
  lift.return %c
}
