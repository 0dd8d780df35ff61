// RUN: lift-opt %s -p 'lift-apply{step="sort_by_positions at %%r" function=rows}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="sort_by_positions at %%r" function=pairs}' 2>&1 | filecheck %s --check-prefix=TUPLE
// RUN: not lift-opt %s -p 'lift-apply{step="sort_by_positions at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// CHECK-LABEL: lift.def @rows
// CHECK:      %keys = lift.map (%xs) in %xss
// CHECK-NEXT:   lift.reduce
// CHECK:      %positions = lift.generate [i : N]
// CHECK-NEXT:   %position = lift.nat i
// CHECK:      %pairs = lift.zip %keys, %positions
// CHECK-NEXT: %moved = lift.sort (%pair) in %pairs
// CHECK-NEXT:   lift.get %pair[0]
// CHECK:      %r = lift.map (%pair{{.*}}) in %moved
// CHECK-NEXT:   %place = lift.get %pair{{.*}}[1]
// CHECK-NEXT:   lift.at_unchecked %xss[%place]
lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.sort (%xs) in %xss {
    %k = lift.reduce (%a, %x) in %xs from %zero {
      %s = arith.addi %a, %x : i32
      lift.yield %s
    }
    lift.yield %k
  }
  lift.return %r
}

// TUPLE: error[LIFT0366]: `sort_by_positions at %r` does not hold: the key is a tuple
lift.def @pairs<N>(%xs: !lift.array<N, tuple<i32, i32>>) -> !lift.array<N, tuple<i32, i32>> {
  %r = lift.sort %xs
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `sort_by_positions at %r` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.sort %e
  lift.return %r
}
