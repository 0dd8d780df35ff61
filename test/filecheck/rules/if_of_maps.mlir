// RUN: lift-opt %s -p 'lift-apply{step="if_of_maps at %%r" function=both}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="if_of_maps at %%r" function=one}' | filecheck %s --check-prefix=ONE
// RUN: not lift-opt %s -p 'lift-apply{step="if_of_maps at %%r" function=folds}' 2>&1 | filecheck %s --check-prefix=FOLDS
// RUN: not lift-opt %s -p 'lift-apply{step="if_of_maps at %%r" function=lengths}' 2>&1 | filecheck %s --check-prefix=LENGTHS
// RUN: lift-opt %s --profile pocl -p 'lift-to-opencl' -t opencl | filecheck %s --check-prefix=KERNEL

// What is done beside the maps is done before, and each element is chosen.
// CHECK-LABEL: lift.def @both
// CHECK:      %reversed = lift.gather %ys
// CHECK:      [[BOTH:%.*]] = lift.zip %xs, %reversed
// CHECK-NEXT: %r = lift.map ([[PAIR:%.*]])[{{.*}}] in [[BOTH]]
// CHECK-NEXT:   [[X:%.*]] = lift.get [[PAIR]][0]
// CHECK-NEXT:   [[Y:%.*]] = lift.get [[PAIR]][1]
// CHECK-NEXT:   {{.*}} = lift.if %c
// CHECK-NEXT:     {{.*}} = arith.addf [[X]], [[X]]
// CHECK:        } else {
// CHECK-NEXT:     {{.*}} = arith.mulf [[Y]], [[Y]]
// KERNEL-LABEL: kernel void both_1(
// KERNEL:       int wg_id = get_group_id(0);
// KERNEL:       if (c) {
lift.def @both<N>(%c: i1, %xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.if %c {
    %doubled = lift.map (%x) in %xs {
      %s = arith.addf %x, %x : f32
      lift.yield %s
    }
    lift.yield %doubled
  } else {
    %reversed = lift.gather %ys by (i) -> (N - 1 - i)
    %squares = lift.map (%y) in %reversed {
      %s = arith.mulf %y, %y : f32
      lift.yield %s
    }
    lift.yield %squares
  }
  lift.return %r
}

// The other may be there already; one array is read once, and positions have one name.
// ONE-LABEL: lift.def @one
// ONE:      %r = lift.map (%x)[[[K:.*]]] in %xs
// ONE-NEXT:   {{.*}} = lift.if %c
// ONE-NEXT:     %k = lift.nat [[K]]
// ONE-NEXT:     %s = arith.addi %x, %k
// ONE:        } else {
// ONE-NEXT:     lift.yield %x
lift.def @one<N>(%c: i1, %xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.if %c {
    %added = lift.map (%x)[k] in %xs {
      %k = lift.nat k
      %s = arith.addi %x, %k : i32
      lift.yield %s
    }
    lift.yield %added
  } else {
    lift.yield %xs
  }
  lift.return %r
}

// FOLDS: error[LIFT0366]: `if_of_maps at %r` does not hold: a region does more than to rearrange and to map
lift.def @folds<N>(%c: i1, %xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.if %c {
    %sum = lift.reduce (%acc, %x) in %xs from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %added = lift.map (%x) in %xs {
      %s = arith.addi %x, %sum : i32
      lift.yield %s
    }
    lift.yield %added
  } else {
    lift.yield %xs
  }
  lift.return %r
}

// LENGTHS: error[LIFT0366]: `if_of_maps at %r` does not hold: the condition is one of lengths, which the regions know
lift.def @lengths<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %c = lift.nat if(N ge 4, 1, 0) : i1
  %r = lift.if %c {
    %added = lift.map (%x) in %xs {
      %s = arith.addi %x, %x : i32
      lift.yield %s
    }
    lift.yield %added
  } else {
    lift.yield %xs
  }
  lift.return %r
}
