// RUN: lift-opt %s -p 'lift-apply{step="reduce_columns at %%r" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="reduce_columns at %%r" function=three}' | filecheck %s --check-prefix=THREE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_columns at %%r" function=twice}' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_columns at %%r" function=turned}' 2>&1 | filecheck %s --check-prefix=TURNED
// RUN: lift-opt %s -p 'lift-apply{step="reduce_columns at %%r" function=other}' | filecheck %s --check-prefix=OTHER

// CHECK-LABEL: lift.def @holds
// CHECK:      %row_t = lift.transpose %a
// CHECK:      %zip = lift.zip %zeros, %row_t
// CHECK-NEXT: %r_columns = lift.map (%p) in %zip
// CHECK-NEXT:   %acc = lift.get %p[0]
// CHECK-NEXT:   %row = lift.get %p[1]
// CHECK-NEXT:   %r = lift.reduce (%[[ACC:.*]], %e) in %row from %acc
// CHECK-NEXT:     arith.addf %[[ACC]], %e
lift.def @holds<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %zeros: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.reduce (%acc, %row) in %a from %zeros {
    %both = lift.zip %acc, %row
    %s = lift.map (%p) in %both {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %t = arith.addf %x, %y : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Rows of pairs, something that is the same for all rows, and a position.
// THREE-LABEL: lift.def @three
// THREE:      %[[B:.*]]_t = lift.transpose
// THREE:      lift.zip %zeros, %w
// THREE:      %r_columns = lift.map (%p)[j] in
// THREE:        %r = lift.reduce
lift.def @three<N, M>(%a: !lift.array<N, tuple<i32, !lift.array<M, i32>>>, %w: !lift.array<M, i32>, %zeros: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.reduce (%acc, %e) in %a from %zeros {
    %row = lift.get %e[1]
    %three = lift.zip %w, %acc, %row
    %s = lift.map (%p)[j] in %three {
      %k = lift.nat j : i32
      %v = lift.get %p[0]
      %x = lift.get %p[1]
      %y = lift.get %p[2]
      %t = arith.muli %v, %y : i32
      %u = arith.addi %t, %k : i32
      %z = arith.addi %x, %u : i32
      lift.yield %z
    }
    lift.yield %s
  }
  lift.return %r
}

// TWICE: error[LIFT0366]: `reduce_columns at %r` does not hold: the accumulator is not gone through once, element by element
lift.def @twice<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %zeros: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.reduce (%acc, %row) in %a from %zeros {
    %back = lift.gather %acc by (i) -> (M - 1 - i)
    %both = lift.zip %back, %row
    %s = lift.map (%p) in %both {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %t = arith.addf %x, %y : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// TURNED: error[LIFT0366]: `reduce_columns at %r` does not hold: what is combined with the accumulator depends on it
lift.def @turned<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %zeros: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.reduce (%acc, %row) in %a from %zeros {
    %back = lift.gather %acc by (i) -> (M - 1 - i)
    %three = lift.zip %acc, %back, %row
    %s = lift.map (%p) in %three {
      %x = lift.get %p[1]
      %y = lift.get %p[2]
      %t = arith.addf %x, %y : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// What else is taken of a row is zipped with each column.
// OTHER-LABEL: lift.def @other
// OTHER:      %row_t = lift.transpose
// OTHER:      %w_n = lift.map
// OTHER:      %r_columns = lift.map (%p) in
// OTHER:        %[[C:.*]] = lift.zip %{{.*}}, %w_n
// OTHER-NEXT:   %r = lift.reduce ({{.*}}) in %[[C]]
lift.def @other<N, M>(%a: !lift.array<N, tuple<f32, !lift.array<M, f32>>>, %zeros: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %r = lift.reduce (%acc, %e) in %a from %zeros {
    %w = lift.get %e[0]
    %row = lift.get %e[1]
    %both = lift.zip %acc, %row
    %s = lift.map (%p) in %both {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %t = arith.mulf %w, %y : f32
      %u = arith.addf %x, %t : f32
      lift.yield %u
    }
    lift.yield %s
  }
  lift.return %r
}
