// RUN: lift-opt %s -p 'lift-apply{step="in_parts a=1 b=1 at %%r"},lift-apply{step=tidy}' | filecheck %s --check-prefix=PARTS
// RUN: lift-opt %s -p 'lift-apply{step="in_parts a=1 b=1 at %%r"},lift-apply{step=tidy},lift-to-opencl' -t opencl | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="in_parts a=1 b=1 at %%r"},lift-apply{step=tidy},lift-apply{step="slide_to_slices at %%r"},lift-apply{step=tidy}' | filecheck %s --check-prefix=SLICES

// A stencil of three points that begins anew at the other end where it ends, for every length: the middle is apart, and reads plainly.

// Nothing is added in the middle, but where there are no windows, so that `slide` has the elements it must have.
// PARTS:      %pad = lift.pad wrap 0, max(0, N - 2) + 2 - N %x
// PARTS-NEXT: %middle = lift.slide 3 by 1 %pad
// PARTS-NEXT: %r = lift.map (%t) in %middle

// Elements side by side are slices of the array itself; for the last, no element is read where there may be none.
// SLICES:      [[A:%[^ ]+]] = lift.slice %x from 0 size max(0, N - 2)
// SLICES-NEXT: [[B:%[^ ]+]] = lift.slice %x from 1 size max(0, N - 2)
// SLICES-NEXT: [[C:%[^ ]+]] = lift.gather %x size max(0, N - 2) by (i) -> (i + 2)
// SLICES-NEXT: [[Z:%[^ ]+]] = lift.zip [[A]], [[B]], [[C]]
// SLICES-NEXT: %r = lift.map (%t) in [[Z]]

// CHECK-LABEL: kernel void stencil_1(
// CHECK:       for (int g = g_id; g < N - 2; g += global_size) {
// CHECK-NEXT:  result[g + 1] = x[g] + x[g + 1] + x[g + 2];
// CHECK-NEXT:  }
lift.def @stencil<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad wrap 1, 1 %x
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
