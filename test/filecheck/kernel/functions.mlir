// RUN: LIFT_ROUNDTRIP

// CHECK: kernel.func @nothing() {
kernel.func @nothing() {
}

// CHECK: kernel.func @all<N, M, rows[N]>(%x: !kernel.buffer<global, f32>, %x_1: !kernel.buffer<local, i1>, %a: tuple<f32, i32>) sums [offsets[N + 1] by (i) -> (rows[i])] where [N mod 4 eq 0, rows[_] le M] launch(local = [64, 1], groups = [N, M]) attributes {note = "kept"} {
kernel.func @all<N, M, rows[N]>(%x: !kernel.buffer<global, f32>, %x_1: !kernel.buffer<local, i1>, %a: tuple<f32, i32>)
    sums [offsets[N + 1] by (i) -> (rows[i])] where [N mod 4 eq 0, rows[_] le M]
    launch(local = [64, 1], groups = [N, M]) attributes {note = "kept"} {
  %g = kernel.global_id 1
  // CHECK: kernel.load %x[sum(i : %g, rows[i]) + rows[%g]]
  %e = kernel.load %x[rows[%g] + sum(i : %g, rows[i])]
}
