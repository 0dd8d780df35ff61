// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: kernel.func @access
kernel.func @access<N>(%x: !kernel.buffer<global, f32>, %t: !kernel.buffer<local, f32>, %at: i32) {
  // CHECK-NEXT: %l = kernel.local_id 0 : index
  %l = kernel.local_id 0
  // CHECK-NEXT: %wg = kernel.group_id 0 : index
  %wg = kernel.group_id 0
  // CHECK-NEXT: kernel.load %x[2 * %l + 128 * %wg + N] : f32
  %e = kernel.load %x[2 * %l + 128 * %wg + N]
  // An index is kept in normal form, and an operand occurs once in it.
  // CHECK-NEXT: kernel.load %x[2 * %l] : f32
  %f = kernel.load %x[%l + %l]
  // An integer that was computed or loaded is an index, too.
  // CHECK-NEXT: kernel.store %e, %t[%at] : f32
  kernel.store %e, %t[%at]
  // CHECK-NEXT: kernel.store %f, %t[%l floordiv 2 + N mod 4] : f32
  kernel.store %f, %t[%l floordiv 2 + N mod 4] : f32
  // CHECK-NEXT: kernel.store %f, %x[%l] past_caches : f32
  kernel.store %f, %x[%l] past_caches
}

// CHECK-LABEL: kernel.func @reserved
kernel.func @reserved() {
  // CHECK-NEXT: kernel.alloc local f32[64] : !kernel.buffer<local, f32>
  %tile = kernel.alloc local f32[64]
  // CHECK-NEXT: kernel.alloc private vector<4xi32>[2] : !kernel.buffer<private, vector<4xi32>>
  %registers = kernel.alloc private vector<4xi32>[2] : !kernel.buffer<private, vector<4xi32>>
  // CHECK-NEXT: kernel.barrier local
  kernel.barrier local
  // CHECK-NEXT: kernel.barrier local, global
  kernel.barrier local, global
}

// CHECK-LABEL: kernel.func @vectors
kernel.func @vectors(%x: !kernel.buffer<global, f32>) {
  %g = kernel.global_id 0
  // CHECK: kernel.vload 4 %x[4 * %g] : vector<4xf32>
  %v = kernel.vload 4 %x[4 * %g]
  // CHECK-NEXT: %a = kernel.lane %v[2] : f32
  %a = kernel.lane %v[2]
  // CHECK-NEXT: kernel.vector %a, %a : vector<2xf32>
  %two = kernel.vector %a, %a
  // CHECK-NEXT: kernel.vector %a : vector<4xf32>
  %four = kernel.vector %a : vector<4xf32>
  // CHECK-NEXT: kernel.vstore %four, %x[4 * %g + 1] : vector<4xf32>
  kernel.vstore %four, %x[4 * %g + 1]
}
