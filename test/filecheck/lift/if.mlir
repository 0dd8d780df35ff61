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

// A condition of nats is known in the first region, and that it does not hold in the second.
// CHECK-LABEL: lift.def @known
lift.def @known<N, M>(%xs: !lift.array<N, f32>, %ys: !lift.array<M, f32>, %zero: f32) -> f32 {
  // CHECK: %same = lift.nat if(M eq N, 1, 0) : i1
  %same = lift.nat if(N eq M, 1, 0) : i1
  %r = lift.if %same {
    // CHECK: lift.zip %xs, %ys : !lift.array<N, tuple<f32, f32>>
    %z = lift.zip %xs, %ys
    %p = lift.at %z[0]
    %a = lift.get %p[0]
    lift.yield %a
  } else {
    lift.yield %zero
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @known_not
lift.def @known_not<N>(%xs: !lift.array<N, f32>) -> f32 {
  %short = lift.nat if(N lt 3, 1, 0) : i1
  %r = lift.if %short {
    %a = lift.at %xs[0]
    lift.yield %a
  } else {
    // CHECK: lift.at %xs[2] : f32
    %a = lift.at %xs[2]
    lift.yield %a
  }
  lift.return %r
}

// The regions give one type, by what each of them knows.
// CHECK-LABEL: lift.def @halves
lift.def @halves<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %even = lift.nat if(N mod 2 eq 0, 1, 0) : i1
  // CHECK: lift.if %even : !lift.array<N, f32> {
  %r = lift.if %even {
    %s = lift.split 2 %xs
    %t = lift.transpose %s
    %j = lift.join %t
    lift.yield %j
  } else {
    lift.yield %xs
  }
  lift.return %r
}
