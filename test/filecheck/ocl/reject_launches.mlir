// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @inner<N>(%m: !lift.array<N, !lift.array<8, i32>>) -> !lift.array<N, !lift.array<8, i32>> {
  %a = ocl.map_wrg<0> (%row) in %m {
    // expected-error@+1 {{'ocl.map_lcl' is launched together with the 'ocl.map_wrg' around it}}
    %s = ocl.map_lcl<0> launch(local = [8], groups = [N]) (%x) in %row {
      lift.yield %x
    }
    lift.yield %s
  }
  lift.return %a
}

// -----

lift.def @empty<N>(%m: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // expected-error@+1 {{there may be no work group}}
  %a = ocl.map_glb<0> launch(local = [8], groups = [N floordiv 8]) (%x) in %m {
    lift.yield %x
  }
  lift.return %a
}

// -----

lift.def @unbound<N>(%m: !lift.array<N, i32>) -> !lift.array<N, i32> {
  // expected-error@+1 {{M}}
  %a = ocl.map_glb<0> launch(local = [8], groups = [M]) (%x) in %m {
    lift.yield %x
  }
  lift.return %a
}
