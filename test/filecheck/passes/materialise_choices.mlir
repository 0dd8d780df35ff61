// RUN: lift-opt %s -p lift-to-ocl,ocl-infer-memory,ocl-materialise --split-input-file --verify-diagnostics | filecheck %s

// There is memory for what a region gives before it is known whether it is chosen: of a length that is nowhere negative.
// CHECK-LABEL: lift.def @room
// CHECK: ocl.alloc global : !lift.array<max(0, N - 4), i32>
lift.def @room<N>(%xs: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c = lift.nat if(N ge 5, 1, 0) : i1
  %s = lift.if %c {
    %part = lift.slice %xs from 4 size N - 4
    %sc = lift.scan (%a, %x) in %part from %zero {
      %t = arith.subi %x, %a : i32
      lift.yield %t
    }
    %rev = lift.gather %sc by (i) -> (N - 5 - i)
    %r = lift.reduce ordered (%a, %x) in %rev from %zero {
      %t = arith.subi %x, %a : i32
      lift.yield %t
    }
    lift.yield %r
  } else {
    lift.yield %zero
  }
  lift.return %s
}

// -----

lift.def @no_value<N, M>(%xs: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c = lift.nat if(M ge 4, 1, 0) : i1
  %s = lift.if %c {
    %few = lift.slice %xs from 0 size N floordiv (M - 3)
    // expected-error@+1 {{may have no value: 'max(0, N floordiv (M - 3))'}}
    %sc = lift.scan (%a, %x) in %few from %zero {
      %t = arith.subi %x, %a : i32
      lift.yield %t
    }
    %rev = lift.gather %sc by (i) -> (N floordiv (M - 3) - 1 - i)
    %r = lift.reduce ordered (%a, %x) in %rev from %zero {
      %t = arith.subi %x, %a : i32
      lift.yield %t
    }
    lift.yield %r
  } else {
    lift.yield %zero
  }
  lift.return %s
}
