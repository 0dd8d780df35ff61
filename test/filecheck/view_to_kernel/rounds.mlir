// RUN: lift-opt %s -p view-to-kernel | filecheck %s

// The length that iterations halve is an expression over the iteration; that each can be halved is proved iteration by iteration.
// CHECK-LABEL: kernel.func @tree
kernel.func @tree(%x: !kernel.buffer<local, f32>) {
  %l = kernel.local_id 0
  %size = kernel.local_size 0
  %both = view.memory %x : !view.view<!lift.array<2, !lift.array<64, f32>>>
  kernel.for %iteration[r] = 0 to 6 step 1 {
    %from = view.access %both[r mod 2]
    %now = view.slice %from from 0 size 64 floordiv pow(2, r)
    %twos = view.split 2 %now
    %to = view.access %both[(r + 1) mod 2]
    // CHECK: kernel.for %i[k] = %l to 64 floordiv pow(2, r + 1) step %size {
    kernel.for %i[k] = %l to 64 floordiv pow(2, r + 1) step %size {
      %two = view.access %twos[k]
      %first = view.access %two[0]
      %second = view.access %two[1]
      // CHECK-NEXT: kernel.load %x[2 * %i + 64 * (%iteration mod 2)] : f32
      %a = view.load %first
      // CHECK-NEXT: kernel.load %x[2 * %i + 64 * (%iteration mod 2) + 1] : f32
      %b = view.load %second
      %c = arith.addf %a, %b : f32
      %place = view.access %to[k]
      // CHECK: kernel.store %c, %x[%i + 64 * ((%iteration + 1) mod 2)] : f32
      view.store %c, %place
    }
    kernel.barrier local
  }
}
