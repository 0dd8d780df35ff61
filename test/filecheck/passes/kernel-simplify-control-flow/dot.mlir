// RUN: lift-opt %s -p view-to-kernel,kernel-simplify-control-flow | filecheck %s
// RUN: lift-opt %s -p view-to-kernel,kernel-simplify-control-flow -t opencl | filecheck %s --check-prefix=C

// Figure 7 of the Lift paper: the loops over work groups and work items are conditions, or nothing.
// CHECK-LABEL: kernel.func @partial_dot
// CHECK:      %l = kernel.local_id 0 : index
// CHECK-NEXT: %s = kernel.for %i = 0 to 2 step 1 with (%acc = %zero) : f32 {
// CHECK-NEXT:   %a = kernel.load %x[128 * %g + 2 * %l + %i] : f32
// CHECK:      kernel.store %s, %tmp[%l] : f32
// CHECK-NEXT: kernel.barrier local
// CHECK-NEXT: kernel.for %iter = 0 to 6 step 1 {
// CHECK-NEXT:   kernel.if %l lt pow(2, 5 - %iter) {
// CHECK:        kernel.store %s_1, %tmp[%l + 64 * ((%iter + 1) mod 2)] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   kernel.barrier local
// CHECK-NEXT: }
// CHECK-NEXT: kernel.if %l lt 1 {
// CHECK-NEXT:   %a_2 = kernel.load %tmp[0] : f32
// CHECK-NEXT:   kernel.store %a_2, %z[%g] : f32

// C-LABEL: void partial_dot(
// C: int l = get_local_id(0);
// C-NEXT: float acc = 0.0f;
// C-NEXT: for (int i = 0; i < 2; i++) {
lift.user_fun @mult_and_sum_up(acc: f32, l: f32, r: f32) -> f32 = "return acc + (l * r);"
kernel.func @partial_dot<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %z: !kernel.buffer<global, f32>) where [N mod 128 eq 0]
    launch(local = [64], groups = [N floordiv 128]) {
  %tmp = kernel.alloc local f32[128]
  %zero = arith.constant 0.0 : f32
  %g = kernel.group_id 0
  %groups = kernel.num_groups 0
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  %vx = view.memory %x : !view.view<!lift.array<N, f32>>
  %vy = view.memory %y : !view.view<!lift.array<N, f32>>
  %vt = view.memory %tmp : !view.view<!lift.array<2, !lift.array<64, f32>>>
  %vz = view.memory %z : !view.view<!lift.array<N floordiv 128, f32>>
  %xy = view.zip %vx, %vy
  %chunks = view.split 128 %xy
  kernel.for %wg_id[wg] = %g to N floordiv 128 step %groups {
    %chunk = view.access %chunks[wg]
    %pairs = view.split 2 %chunk
    %t0 = view.access %vt[0]
    kernel.for %l_id[k] = %l to 64 step %size {
      %pair = view.access %pairs[k]
      %s = kernel.for %i[j] = 0 to 2 step 1 with (%acc = %zero) : f32 {
        %e = view.access %pair[j]
        %e0 = view.get %e[0]
        %e1 = view.get %e[1]
        %a = view.load %e0
        %b = view.load %e1
        %r = lift.call @mult_and_sum_up(%acc, %a, %b)
        kernel.yield %r
      }
      %d = view.access %t0[k]
      view.store %s, %d
    }
    kernel.barrier local
    kernel.for %iter[r] = 0 to 6 step 1 {
      %from = view.access %vt[r mod 2]
      %now = view.slice %from from 0 size 64 floordiv pow(2, r)
      %twos = view.split 2 %now
      %to = view.access %vt[(r + 1) mod 2]
      kernel.for %l_id[h] = %l to 64 floordiv pow(2, r + 1) step %size {
        %pair = view.access %twos[h]
        %s = kernel.for %i[q] = 0 to 2 step 1 with (%acc = %zero) : f32 {
          %e = view.access %pair[q]
          %a = view.load %e
          %r = arith.addf %acc, %a : f32
          kernel.yield %r
        }
        %place = view.access %to[h]
        view.store %s, %place
      }
      kernel.barrier local
    }
    %last = view.access %vt[0]
    kernel.for %l_id[o] = %l to 1 step %size {
      %e = view.access %last[o]
      %a = view.load %e
      %place = view.access %vz[wg + o]
      view.store %a, %place
    }
  }
}
