// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @numbers
lift.def @numbers(%c: i1, %x: f32) -> f32 {
  // CHECK-NEXT: lift.if %c : f32 {
  %r = lift.if %c {
    %y = arith.addf %x, %x : f32
    // CHECK: lift.yield %y : f32
    lift.yield %y
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: lift.yield %x : f32
    lift.yield %x
  }
  lift.return %r
}

// Both regions may write to memory, which has one name in them.
// CHECK-LABEL: lift.def @memory
lift.def @memory<N>(%c: i1, %xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global : !lift.array<N, f32>
  // CHECK: lift.if %c into %m as (%to: !ocl.memory<global, !lift.array<N, f32>>) : !lift.array<N, f32> {
  %r = lift.if %c into %m as (%to: !ocl.memory<global, !lift.array<N, f32>>) {
    // CHECK: ocl.map_seq (%x) in %xs into %to as
    %a = ocl.map_seq (%x) in %xs into %to as (%e: !ocl.memory<global, f32>) {
      %s = ocl.store %x into %e
      lift.yield %s
    }
    lift.yield %a
  } else {
    // CHECK: ocl.map_seq (%{{.*}}) in %ys into %to as
    %b = ocl.map_seq (%x) in %ys into %to as (%e: !ocl.memory<global, f32>) {
      %s = ocl.store %x into %e
      lift.yield %s
    }
    lift.yield %b
  }
  lift.return %r
}
