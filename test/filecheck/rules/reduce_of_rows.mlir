// RUN: lift-opt %s -p 'lift-apply{step="reduce_of_rows at %%r" function=weighted},lift-apply{step="reduce_of_rows at %%r" function=positions},lift-apply{step="reduce_of_rows at %%r" function=alone}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_rows at %%r" function=mixed}' 2>&1 | filecheck %s --check-prefix=MIXED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_of_rows at %%r" function=twice}' 2>&1 | filecheck %s --check-prefix=TWICE

// CHECK-LABEL: lift.def @weighted
// CHECK-NEXT: %both = lift.zip %ws, %m
// CHECK-NEXT: %r = lift.map (%a)[j] in %first
// CHECK-NEXT: %reduce = lift.reduce (%acc, %weighted) in %both from %a
// CHECK-NEXT: %w = lift.get %weighted[0]
// CHECK-NEXT: %row = lift.get %weighted[1]
// CHECK-NEXT: %x = lift.at %row[j]
// CHECK-NEXT: %y = arith.muli %x, %w
// CHECK-NEXT: %t = arith.addi %acc, %y
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %reduce
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @weighted<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %ws: !lift.array<N, i32>, %first: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %both = lift.zip %ws, %m
  %r = lift.reduce (%acc, %weighted) in %both from %first {
    %w = lift.get %weighted[0]
    %row = lift.get %weighted[1]
    %pairs = lift.zip %acc, %row
    %s = lift.map (%p) in %pairs {
      %c = lift.get %p[0]
      %x = lift.get %p[1]
      %y = arith.muli %x, %w : i32
      %t = arith.addi %c, %y : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Rows of growing length, each brought to the one of the accumulator, and both positions.
// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.map (%a)[j] in %first
// CHECK-NEXT: %reduce = lift.reduce ordered (%acc, %row)[k] in %m from %a
// CHECK-NEXT: %wide = lift.pad constant %zero N - k - 1, 0 %row
// CHECK-NEXT: %x = lift.at %wide[j]
// CHECK-NEXT: %n = lift.nat j + k
// CHECK-NEXT: %f = arith.sitofp %n
// CHECK-NEXT: %y = arith.mulf %x, %f
// CHECK-NEXT: %t = arith.addf %acc, %y
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %reduce
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %first: !lift.array<N, f32>, %zero: f32) -> !lift.array<N, f32> {
  %r = lift.reduce ordered (%acc, %row)[k] in %m from %first {
    %wide = lift.pad constant %zero N - 1 - k, 0 %row
    %pairs = lift.zip %wide, %acc
    %s = lift.map (%p)[j] in %pairs {
      %x = lift.get %p[0]
      %c = lift.get %p[1]
      %n = lift.nat k + j
      %f = arith.sitofp %n : i32 to f32
      %y = arith.mulf %x, %f : f32
      %t = arith.addf %c, %y : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// The accumulator alone, which is of rows.
// CHECK-LABEL: lift.def @alone
// CHECK-NEXT: %r = lift.map (%a)[j] in %first
// CHECK-NEXT: %reduce = lift.reduce (%acc, %x) in %xs from %a
// CHECK-NEXT: %t = lift.map (%e) in %acc
// CHECK-NEXT: %u = arith.subi %x, %e
// CHECK-NEXT: lift.yield %u
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %reduce
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @alone<N, M>(%xs: !lift.array<N, i32>, %first: !lift.array<M, !lift.array<2, i32>>) -> !lift.array<M, !lift.array<2, i32>> {
  %r = lift.reduce (%acc, %x) in %xs from %first {
    %s = lift.map (%row) in %acc {
      %t = lift.map (%e) in %row {
        %u = arith.subi %x, %e : i32
        lift.yield %u
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Columns that depend on each other.
// MIXED: error[LIFT0366]: `reduce_of_rows at %r` does not hold: `%r = lift.reduce` is no instance of the left side of `reduce((a, r) -> map(f, zip(a, g(r))), i, m) = map((c)[j] -> reduce((b, r) -> f(b, at(g(r), j)), c, m), i)`
lift.def @mixed<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %first: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.reduce (%acc, %row) in %m from %first {
    %back = lift.gather %acc by (i) -> (M - 1 - i)
    %pairs = lift.zip %back, %row
    %s = lift.map (%p) in %pairs {
      %c = lift.get %p[0]
      %x = lift.get %p[1]
      %t = arith.addi %c, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Each element is looked up in the whole accumulator, too.
// TWICE: error[LIFT0366]: `reduce_of_rows at %r` does not hold: `%r = lift.reduce` is no instance of the left side of `reduce((a, r) -> map(f, zip(a, g(r))), i, m) = map((c)[j] -> reduce((b, r) -> f(b, at(g(r), j)), c, m), i)`
lift.def @twice<N, M>(%xs: !lift.array<N, i32>, %first: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.reduce (%acc, %x) in %xs from %first {
    %s = lift.map (%e) in %acc {
      %b = lift.at %acc[0]
      %t = arith.subi %b, %e : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
