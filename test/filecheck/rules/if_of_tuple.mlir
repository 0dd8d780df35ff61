// RUN: lift-opt %s -p 'lift-apply{step="if_of_tuple at %%r" function=parts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="if_of_tuple at %%r" function=shared}' 2>&1 | filecheck %s --check-prefix=SHARED
// RUN: not lift-opt %s -p 'lift-apply{step="if_of_tuple at %%r" function=numbers}' 2>&1 | filecheck %s --check-prefix=NUMBERS
// RUN: lift-opt %s --profile pocl -p 'lift-to-opencl' -t opencl | filecheck %s --check-prefix=KERNEL

// A part of each region by itself; what is cheap is done for each.
// CHECK-LABEL: lift.def @parts
// CHECK:      [[A:%.*]] = lift.if %c
// CHECK-NEXT:   {{.*}} = arith.addf %t, %t
// CHECK-NEXT:   {{.*}} = lift.map
// CHECK:      } else {
// CHECK-NEXT:   {{.*}} = lift.get %both[0]
// CHECK:      [[B:%.*]] = lift.if %c
// CHECK-NEXT:   {{.*}} = arith.addf %t, %t
// CHECK-NEXT:   lift.yield
// CHECK:      } else {
// CHECK-NEXT:   {{.*}} = lift.get %both[1]
// CHECK:      %r = lift.tuple [[A]], [[B]]
// KERNEL-LABEL: kernel void parts_1(
// KERNEL:       int wg_id = get_group_id(0);
lift.def @parts<N>(%c: i1, %xs: !lift.array<N, f32>, %t: f32) -> tuple<!lift.array<N, f32>, f32> {
  %both = lift.tuple %xs, %t
  %r = lift.if %c {
    %more = arith.addf %t, %t : f32
    %added = lift.map (%x) in %xs {
      %s = arith.addf %x, %more : f32
      lift.yield %s
    }
    %pair = lift.tuple %added, %more
    lift.yield %pair
  } else {
    lift.yield %both
  }
  lift.return %r
}

// SHARED: error[LIFT0366]: `if_of_tuple at %r` does not hold: a region computes more than the parts of its tuple, each by itself
lift.def @shared<N>(%c: i1, %xs: !lift.array<N, f32>) -> tuple<!lift.array<N, f32>, f32> {
  %zero = arith.constant 0.0 : f32
  %both = lift.tuple %xs, %zero
  %r = lift.if %c {
    %sum = lift.reduce (%acc, %x) in %xs from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    %added = lift.map (%x) in %xs {
      %s = arith.addf %x, %sum : f32
      lift.yield %s
    }
    %pair = lift.tuple %added, %sum
    lift.yield %pair
  } else {
    lift.yield %both
  }
  lift.return %r
}

// NUMBERS: error[LIFT0366]: `if_of_tuple at %r` does not hold: there are no arrays in what it gives
lift.def @numbers(%c: i1, %x: f32) -> tuple<f32, f32> {
  %a = arith.addf %x, %x : f32
  %r = lift.if %c {
    %one = lift.tuple %x, %a
    lift.yield %one
  } else {
    %two = lift.tuple %a, %x
    lift.yield %two
  }
  lift.return %r
}
