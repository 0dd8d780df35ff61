// RUN: lift-opt %s -t host-py | filecheck %s
// RUN: lift-opt %s -t "host-py{long=true}" | filecheck %s --check-prefix=LONG

// CHECK: INDEX = np.int32
// CHECK: SOURCE = """\
// CHECK: kernel void halves(global const float *restrict x, global float *restrict y, const int N, const int iteration{{_?[0-9]*}}) {
// CHECK: def shrink(x, *, N=None, M, queue=None):
// CHECK-NEXT: """shrink<N, M>(x: array<N, f32>) -> array<N, f32>, where M le N."""
// CHECK: N = as_size(x.shape[0] if N is None else N, "N")
// CHECK-NEXT: M = as_size(M, "M")
// CHECK-NEXT: need(M <= N, "M le N")
// CHECK-NEXT: check_shape(x, (N,), "x")
// CHECK: halves = cl.Kernel(kernels, "halves")
// CHECK-NEXT: x_buffer = to_device(queue, x)
// CHECK-NEXT: check_indices("halves", {"N": N, "M": M}, N, M)
// CHECK-NEXT: y = allocate(queue, N, np.float32)
// CHECK-NEXT: for iteration in range(1, M + 1):
// CHECK-NEXT: unused = allocate(queue, N // 4 + 1, np.float64)
// CHECK-NEXT: launch(queue, halves, (1,), ((N + 1) // 2,), x_buffer, y, INDEX(N), INDEX(iteration))
// CHECK-NEXT: unused.release()
// CHECK-NEXT: if iteration % 256 == 0:
// CHECK-NEXT: queue.finish()
// CHECK-NEXT: return read_back(queue, y, (N,), np.float32)
// CHECK: sizes = {"N": 16, "M": 16} | given

// LONG: INDEX = np.int64
// LONG: const long N, const long iteration{{_?[0-9]*}}

kernel.func @halves<N, iteration>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %i = kernel.global_id 0
  %e = kernel.load %x[%i]
  kernel.store %e, %y[%i]
}
host.program @shrink<N, M>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32>
    where [M le N] {
  %y = host.alloc f32[N]
  host.for [iteration : M] {
    %unused = host.alloc f64[N floordiv 4 + 1]
    host.launch @halves(%x, %y) local = [1] groups = [(N + 1) floordiv 2]
    host.free %unused
  }
  host.return %y
}
