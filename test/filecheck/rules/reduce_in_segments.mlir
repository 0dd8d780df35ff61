// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_segments m=4 w=16 at %%r" function=sums}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_segments m=4 w=16 at %%r" function=more}' 2>&1 | filecheck %s --check-prefix=MORE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_segments m=4 w=16 at %%r" function=position}' 2>&1 | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_segments m=4 w=16 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED

// Without as many elements as a piece has, there are no pieces. A row that is longer than a piece is folded up to the end of that in which it begins; later pieces fold what is left.
// CHECK-LABEL: lift.def @sums
// CHECK: %r = lift.map (%row)[{{k[0-9]+}}] in %xss
// CHECK-NEXT: %first = lift.slice %row from 0 size if(rows[{{k[0-9]+}}] le max(sum(i : N, rows[i]) floordiv 4 + 1, 16), rows[{{k[0-9]+}}],
// CHECK-NEXT: %s = lift.reduce (%acc, %x) in %first from %a
// CHECK: %flat = lift.join %xss
// CHECK: %begins = lift.generate [k : N + 1]
// CHECK: %pieces = lift.generate [p : if(sum(i : N, rows[i]) ge 16, 4, 0)]
// CHECK: %heads = lift.map (%at) in %pieces
// CHECK: %next = lift.reduce (%found, %step.2) in %steps from {{%[a-z0-9_.]+}} : i64
// CHECK: ocl.row %flat from %start size
// CHECK: lift.reduce (%acc.2, %x.2) in %xs from %neutral
// CHECK: ocl.update_seq (%acc.3, %part) in %folds at %places into %r
lift.def @sums<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %xss {
    %s = lift.reduce (%acc, %x) in %row from %a {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// MORE: error[LIFT0366]: `reduce_in_segments m=4 w=16 at %r` does not hold: what is done with a row is more than to fold it
lift.def @more<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %xss {
    %s = lift.reduce (%acc, %x) in %row from %a {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    %y = arith.muli %s, %s : i32
    lift.yield %y
  }
  lift.return %r
}

// POSITION: error[LIFT0366]: `reduce_in_segments m=4 w=16 at %r` does not hold: the position is used
lift.def @position<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.map (%row) in %xss {
    %s = lift.reduce (%acc, %x)[k] in %row from %a {
      %n = lift.nat k : i32
      %y = arith.muli %x, %n : i32
      %t = arith.addi %acc, %y : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `reduce_in_segments m=4 w=16 at %r` does not hold: it is not known what a part begins with
lift.def @ordered<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], f32>>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.map (%row) in %xss {
    %s = lift.reduce ordered (%acc, %x) in %row from %a {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
