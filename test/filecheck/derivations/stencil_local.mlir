// A stencil of three points for work groups, each with what its windows see in local memory; the borders and what fills no
// tile are kernels of their own.
//
// RUN: lift-opt %s -p 'lift-derive,lift-to-opencl' -t opencl | filecheck %s

// CHECK-LABEL: void stencil_1(
// CHECK:       local float r_n_copy[18];
// CHECK:       r_n_copy[l] = x[16 * wg + l];
// CHECK:       barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:       result[l_id + 16 * wg + 1] = r_n_copy[l_id] + r_n_copy[l_id + 1] + r_n_copy[l_id + 2];
lift.def @stencil<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad clamp 1, 1 %x
  %w = lift.slide 3 by 1 %p
  %r = lift.map (%t) in %w {
    %a = lift.at %t[0]
    %b = lift.at %t[1]
    %c = lift.at %t[2]
    %ab = arith.addf %a, %b : f32
    %s = arith.addf %ab, %c : f32
    lift.yield %s
  }
  lift.return %r
}

rewrite.script @tiles of @stencil {
  %v = rewrite.knob "v" of [16, 64] = 16
  rewrite.apply tile_stencil at "%r" (d = 1, a = 1, b = 1)
  rewrite.apply local_stencil at "%r" (v = %v)
}
