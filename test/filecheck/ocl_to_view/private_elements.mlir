// RUN: lift-opt %s -p ocl-infer-memory | filecheck %s --check-prefix=MEMORY
// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view' | filecheck %s

// An element in local memory is loaded where the program says so, behind the barrier that it waits for.
// MEMORY-LABEL: lift.def @element
// MEMORY:      %own = ocl.to_private %x_1
// CHECK-LABEL: kernel.func @element_1
// CHECK:      kernel.barrier local
// CHECK:      [[OWN:%.*]] = view.load
// CHECK:      kernel.for %i = 0 to 64
// CHECK:        arith.subf %{{.*}}, [[OWN]]
lift.def @element<N>(%m: !lift.array<N, !lift.array<64, f32>>, %zero: f32) -> !lift.array<N, !lift.array<64, f32>>
    launch(local = [64], groups = [N]) {
  %r = ocl.map_wrg<0> (%row) in %m {
    %l = ocl.map_lcl<0> (%x) in %row {
      %y = arith.addf %x, %x : f32
      %p = ocl.to_local %y
      lift.yield %p
    }
    %w = ocl.map_lcl<0> (%x) in %l {
      %own = ocl.to_private %x
      %s = ocl.reduce_seq (%acc, %e) in %l from %zero {
        %d = arith.subf %e, %own : f32
        %t = arith.addf %acc, %d : f32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %w
  }
  lift.return %r
}

// What is computed is in a variable already; what is yielded is stored as an element.
// MEMORY-LABEL: lift.def @value
// MEMORY-NOT:  ocl.to_private
lift.def @value<N>(%m: !lift.array<N, !lift.array<3, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%row) in %m {
    %copy = ocl.map_seq (%x) in %row {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %a = lift.at %copy[0]
    %b = arith.addf %a, %a : f32
    %c = ocl.to_private %b
    %d = arith.mulf %c, %c : f32
    lift.yield %d
  }
  lift.return %r
}
