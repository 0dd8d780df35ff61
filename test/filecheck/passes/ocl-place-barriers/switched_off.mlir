// RUN: lift-opt %s -p 'ocl-materialise,ocl-split-kernels,ocl-place-barriers' | filecheck %s --check-prefix=ON
// RUN: lift-opt %s --profile generic,barriers=off -p 'ocl-materialise,ocl-split-kernels,ocl-place-barriers' | filecheck %s --check-prefix=OFF

// Each work item reads what it has written itself: no barrier is needed, and with the switch off they stay.
// ON-NOT: ocl.barrier
// OFF:        ocl.map_lcl<0>
// OFF:      {{^ +\}$}}
// OFF-NEXT:    ocl.barrier local
// OFF:         ocl.map_lcl<0>
lift.def @own<N>(%xs: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>>
    launch(local = [4], groups = [N]) {
  %r = ocl.kernel @own {
    %rows = ocl.map_wrg<0> (%row) in %xs to global {
      %tmp = ocl.map_lcl<0> (%x) in %row to local {
        %y = arith.negf %x : f32
        lift.yield %y
      }
      %out = ocl.map_lcl<0> (%x) in %tmp to global {
        lift.yield %x
      }
      lift.yield %out
    }
    lift.yield %rows
  }
  lift.return %r
}
