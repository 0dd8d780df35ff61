// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: kernel.func @grey(%x: !kernel.buffer<global, ui8>, %w: !kernel.buffer<local, bf16>, %c: ui8)
kernel.func @grey(%x: !kernel.buffer<global, ui8>, %w: !kernel.buffer<local, bf16>, %c: ui8) {
  // CHECK-NEXT: kernel.load %x[0] : ui8
  %a = kernel.load %x[0]
  // CHECK-NEXT: lift.convert %a : ui8 to f32
  %f = lift.convert %a to f32
  // CHECK-NEXT: lift.convert %{{.*}} : f32 to bf16
  %b = lift.convert %f to bf16
  // CHECK-NEXT: kernel.store %{{.*}}, %w[0]
  kernel.store %b, %w[0]
  // CHECK-NEXT: kernel.alloc private ui16[4]
  %m = kernel.alloc private ui16[4]
  // CHECK-NEXT: kernel.vload 4 %x[1] : vector<4xui8>
  %v = kernel.vload 4 %x[1]
  // CHECK-NEXT: lift.convert %v : vector<4xui8> to vector<4xi32>
  %i = lift.convert %v to vector<4xi32>
}
