// RUN: lift-opt %s -p 'lift-apply{step="filter_of_constant at %%r" function=all},lift-apply{step="filter_of_constant at %%r" function=none},lift-apply{step="filter_of_constant at %%r" function=hidden}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="filter_of_constant at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="filter_of_constant at %%r" function=value}' 2>&1 | filecheck %s --check-prefix=VALUE

// CHECK-LABEL: lift.def @all
// CHECK-NEXT: %r = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>
// CHECK-NEXT: lift.return %r
lift.def @all<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %true = arith.constant true
    lift.yield %true
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @none
// CHECK-NEXT: %slice = lift.slice %xs from 0 size 0
// CHECK-NEXT: %r = lift.pack %slice as !lift.exists<X upto N, !lift.array<X, !lift.array<3, i32>>>
// CHECK-NEXT: lift.return %r
lift.def @none<N>(%xs: !lift.array<N, !lift.array<3, i32>>) -> !lift.exists<X upto N, !lift.array<X, !lift.array<3, i32>>> {
  %r = lift.filter (%x) in %xs {
    %false = arith.constant false
    lift.yield %false
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @hidden
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: lift.return %e
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %true = arith.constant true
  %r = lift.filter (%x) in %e {
    lift.yield %true
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `filter_of_constant at %r` does not hold: `%r = lift.filter` is no instance of the left side of `filter(x -> true, xs) = pack(xs)`, or xs if its length is hidden; `filter(x -> false, xs) = pack([])`.
lift.def @refused<N>(%xs: !lift.array<N, f32>, %all: i1) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    lift.yield %all
  }
  lift.return %r
}

// It keeps a value of its own.
// VALUE: error[LIFT0366]: `filter_of_constant at %r` does not hold: `%r = lift.filter` is no instance of the left side of `filter(x -> true, xs) = pack(xs)`, or xs if its length is hidden; `filter(x -> false, xs) = pack([])`.
lift.def @value<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %true = arith.constant true
  %r = lift.filter (%x) in %xs {
    %y = arith.addi %x, %x : i32
    %t = lift.tuple %true, %y
    lift.yield %t
  }
  lift.return %r
}
