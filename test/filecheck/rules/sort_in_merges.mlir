// RUN: lift-opt %s -p 'lift-apply{step="sort_in_merges at %%r" function=numbers}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="sort_in_merges at %%s" function=bound}' | filecheck %s --check-prefix=BOUND
// RUN: not lift-opt %s -p 'lift-apply{step="sort_in_merges at %%r" function=pairs}' 2>&1 | filecheck %s --check-prefix=TUPLE
// RUN: not lift-opt %s -p 'lift-apply{step="sort_in_merges at %%r" function=rows}' 2>&1 | filecheck %s --check-prefix=ROWS
// RUN: not lift-opt %s -p 'lift-apply{step="sort_in_merges at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// CHECK-LABEL: lift.def @numbers
// CHECK:      %begin = lift.tuple %xs, %one
// CHECK-NEXT: %last = lift.iterate log2(2 * N + 1) (%state) in %begin
// CHECK-NEXT:   %ys = lift.get %state[0]
// CHECK-NEXT:   %width = lift.get %state[1]
// CHECK:        %order = ocl.scan_seq (%before, %k{{.*}}) in %places
// CHECK:          %y = lift.at_unchecked %ys
// CHECK:          %y{{.+}} = lift.at_unchecked %ys
// CHECK:          arith.cmpi ule
// CHECK:        %moved = ocl.map_seq (%i{{.*}}) in %order
// CHECK-NEXT:     lift.at_unchecked %ys
// CHECK:        %wider = arith.addi %width, %width
// CHECK:      %r = lift.get %last[0]
lift.def @numbers<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.sort %xs
  lift.return %r
}

// TUPLE: error[LIFT0366]: `sort_in_merges at %r` does not hold: the key is a tuple
lift.def @pairs<N>(%xs: !lift.array<N, tuple<i32, i32>>) -> !lift.array<N, tuple<i32, i32>> {
  %r = lift.sort %xs
  lift.return %r
}

// ROWS: error[LIFT0366]: `sort_in_merges at %r` does not hold: there are arrays in an element, which are not moved about
lift.def @rows<N>(%xss: !lift.array<N, !lift.array<3, i32>>) -> !lift.array<N, !lift.array<3, i32>> {
  %r = lift.sort (%xs) in %xss {
    %k = lift.at %xs[0]
    lift.yield %k
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `sort_in_merges at %r` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.sort %e
  lift.return %r
}

// A key is computed twice, and each time binds names of its own.
// BOUND-LABEL: lift.def @bound
// BOUND: lift.reduce ({{.*}})[p1] in %ws
// BOUND: lift.reduce ({{.*}})[p2] in %ws
lift.def @bound<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>, %ws: !lift.array<M, i32>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%xs) in %xss {
    %s = lift.sort (%x) in %xs {
      %k = lift.reduce (%a, %w)[p] in %ws from %zero {
        %n = lift.nat p : i32
        %xn = arith.muli %x, %n : i32
        %d = arith.subi %w, %xn : i32
        %t = arith.addi %a, %d : i32
        lift.yield %t
      }
      lift.yield %k
    }
    lift.yield %s
  }
  lift.return %r
}
