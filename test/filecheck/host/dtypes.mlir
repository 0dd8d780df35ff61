// RUN: lift-opt %s -p lift-to-opencl -t host-py | filecheck %s

// NumPy has no bfloat16: the printed program takes it from where it is, and OpenCL is given bytes.
// CHECK: import ml_dtypes
// CHECK-NEXT: import numpy as np
// CHECK-LABEL: def scaled(
// CHECK: xs = as_array(xs, np.uint8, 1, "xs")
// CHECK-NEXT: w = as_scalar(w, ml_dtypes.bfloat16, "w")
// CHECK-NEXT: c = as_scalar(c, np.bool_, "c")
// CHECK: result = allocate(queue, N, ml_dtypes.bfloat16)
// CHECK: launch(
// CHECK-NEXT: xs_buffer, w.view(np.uint16), c.view(np.uint8), result,
// CHECK: return read_back(queue, result, (N,), ml_dtypes.bfloat16)
// CHECK: cl.enqueue_copy(queue, buffer, values.view(np.uint8))
lift.def @scaled<N>(%xs: !lift.array<N, ui8>, %w: bf16, %c: i1) -> !lift.array<N, bf16> {
  %r = lift.map (%x) in %xs {
    %f = lift.convert %x : ui8 to f32
    %g = lift.convert %w : bf16 to f32
    %y = arith.mulf %f, %g : f32
    %b = lift.convert %y : f32 to bf16
    %z = arith.select %c, %b, %w : bf16
    lift.yield %z
  }
  lift.return %r
}
