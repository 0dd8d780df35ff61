// RUN: lift-opt %s -p 'lift-apply{step="interchange_reduces at %%s" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="interchange_reduces at %%s" function=pairs}' | filecheck %s --check-prefix=PAIRS
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_reduces at %%s" function=in_order}' 2>&1 | filecheck %s --check-prefix=ORDER
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_reduces at %%s" function=weighted}' 2>&1 | filecheck %s --check-prefix=WEIGHTED
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_reduces at %%s" function=numbered}' 2>&1 | filecheck %s --check-prefix=NUMBERED
// RUN: not lift-opt %s -p 'lift-apply{step="interchange_reduces at %%s" function=ragged}' 2>&1 | filecheck %s --check-prefix=RAGGED

// CHECK-LABEL: lift.def @holds
// CHECK:      %row_t = lift.transpose %xss
// CHECK-NEXT: %s = lift.reduce (%b, %column) in %row_t from %zero
// CHECK-NEXT:   %t = lift.reduce (%acc, %x) in %column from %b
// CHECK-NEXT:     arith.addf %acc, %x
// CHECK:      lift.return %s
lift.def @holds<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>, %zero: f32) -> f32 {
  %s = lift.reduce (%b, %row) in %xss from %zero {
    %t = lift.reduce (%acc, %x) in %row from %b {
      %u = arith.addf %acc, %x : f32
      lift.yield %u
    }
    lift.yield %t
  }
  lift.return %s
}

// Rows may be rearranged first.
// PAIRS-LABEL: lift.def @pairs
// PAIRS:      %both_n = lift.map (%p) in %zip
// PAIRS:      %both_t = lift.transpose %both_n
// PAIRS-NEXT: %s = lift.reduce (%b, %column) in %both_t from %zero
// PAIRS-NEXT:   %t = lift.reduce (%acc, %q) in %column from %b
lift.def @pairs<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>, %yss: !lift.array<N, !lift.array<M, f32>>, %zero: f32) -> f32 {
  %zip = lift.zip %xss, %yss
  %s = lift.reduce (%b, %p) in %zip from %zero {
    %xs = lift.get %p[0]
    %ys = lift.get %p[1]
    %both = lift.zip %xs, %ys
    %t = lift.reduce (%acc, %q) in %both from %b {
      %x = lift.get %q[0]
      %y = lift.get %q[1]
      %xy = arith.mulf %x, %y : f32
      %u = arith.addf %acc, %xy : f32
      lift.yield %u
    }
    lift.yield %t
  }
  lift.return %s
}

// ORDER: error[LIFT0366]: `interchange_reduces at %s` does not hold: the fold is not seen to be associative and commutative
lift.def @in_order<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>, %zero: f32) -> f32 {
  %s = lift.reduce (%b, %row) in %xss from %zero {
    %t = lift.reduce (%acc, %x) in %row from %b {
      %u = arith.subf %x, %acc : f32
      lift.yield %u
    }
    lift.yield %t
  }
  lift.return %s
}

// WEIGHTED: error[LIFT0366]: `interchange_reduces at %s` does not hold: elements are combined with what is computed for the row
lift.def @weighted<N, M>(%xss: !lift.array<N, !lift.array<M + 1, f32>>, %zero: f32) -> f32 {
  %s = lift.reduce (%b, %row) in %xss from %zero {
    %first = lift.at %row[0]
    %t = lift.reduce (%acc, %x) in %row from %b {
      %w = arith.mulf %x, %first : f32
      %u = arith.addf %acc, %w : f32
      lift.yield %u
    }
    lift.yield %t
  }
  lift.return %s
}

// NUMBERED: error[LIFT0366]: `interchange_reduces at %s` does not hold: elements are combined by their position
lift.def @numbered<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %zero: i32) -> i32 {
  %s = lift.reduce (%b, %row)[i] in %xss from %zero {
    %t = lift.reduce (%acc, %x) in %row from %b {
      %k = lift.nat i : i32
      %w = arith.muli %x, %k : i32
      %u = arith.addi %acc, %w : i32
      lift.yield %u
    }
    lift.yield %t
  }
  lift.return %s
}

// RAGGED: error[LIFT0366]: `interchange_reduces at %s` does not hold: 'lift.transpose' cannot be applied where the type of an element depends on its position
lift.def @ragged<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> f32 {
  %s = lift.reduce (%b, %row)[i] in %xss from %zero {
    %t = lift.reduce (%acc, %x) in %row from %b {
      %u = arith.addf %acc, %x : f32
      lift.yield %u
    }
    lift.yield %t
  }
  lift.return %s
}
