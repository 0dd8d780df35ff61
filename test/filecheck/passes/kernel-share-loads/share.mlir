// RUN: lift-opt %s --profile pocl,registers=2 -p kernel-share-loads | filecheck %s
// RUN: lift-opt %s --profile pocl -p kernel-share-loads | filecheck %s --check-prefix=HELD

// What is loaded twice is loaded once, and each sum takes it before the next is loaded.
// CHECK-LABEL: kernel.func @shared
// CHECK:      %a = kernel.vload 8 %x[%i] : vector<8xf32>
// CHECK-NEXT: %b = kernel.vload 8 %x[%i + 1] : vector<8xf32>
// CHECK-NEXT: %s = arith.addf %a, %b : vector<8xf32>
// CHECK-NEXT: %t = arith.mulf %b, %b : vector<8xf32>
// CHECK-NEXT: %c = kernel.vload 8 %x[%i + 2] : vector<8xf32>
// CHECK-NEXT: %u = arith.addf %s, %c : vector<8xf32>
// CHECK-NEXT: kernel.vstore %u, %y[%i] : vector<8xf32>
// CHECK-NEXT: %w = arith.addf %t, %c : vector<8xf32>
// CHECK-NEXT: kernel.vstore %w, %y[%i + 8] : vector<8xf32>
// Where registers hold all of it, that is left to the compiler of the device.
// HELD-LABEL: kernel.func @shared
// HELD:       kernel.vstore
// HELD-NEXT:  kernel.vload 8 %x[%i + 1] : vector<8xf32>
kernel.func @shared(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>, %i: index) {
  %a = kernel.vload 8 %x[%i]
  %b = kernel.vload 8 %x[%i + 1]
  %s = arith.addf %a, %b : vector<8xf32>
  %c = kernel.vload 8 %x[%i + 2]
  %u = arith.addf %s, %c : vector<8xf32>
  kernel.vstore %u, %y[%i]
  %d = kernel.vload 8 %x[%i + 1]
  %t = arith.mulf %d, %d : vector<8xf32>
  %e = kernel.vload 8 %x[%i + 2]
  %w = arith.addf %t, %e : vector<8xf32>
  kernel.vstore %w, %y[%i + 8]
}

// What the kernel writes to may be something else then.
// CHECK-LABEL: kernel.func @written
// CHECK:      kernel.vload 8 %x[0] : vector<8xf32>
// CHECK:      kernel.vstore %a, %x[4] : vector<8xf32>
// CHECK-NEXT: kernel.vload 8 %x[0] : vector<8xf32>
// CHECK-NEXT: kernel.vstore
// CHECK-NEXT: kernel.vload 8 %x[0] : vector<8xf32>
// CHECK-NEXT: kernel.vstore
kernel.func @written(%x: !kernel.buffer<global, f32>) {
  %a = kernel.vload 8 %x[0]
  kernel.vstore %a, %x[4]
  %b = kernel.vload 8 %x[0]
  kernel.vstore %b, %x[12]
  %c = kernel.vload 8 %x[0]
  kernel.vstore %c, %x[20]
}
