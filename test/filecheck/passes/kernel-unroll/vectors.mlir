// RUN: lift-opt %s -p kernel-unroll | filecheck %s

// What is stored and loaded as a vector is one value, and a loop carries it as such.
// CHECK-LABEL: kernel.func @carried
// CHECK-NOT: kernel.alloc
kernel.func @carried<N>(%x: !kernel.buffer<global, f32>, %zero: vector<8xf32>) {
  %acc = kernel.alloc private f32[16]
  // CHECK: %acc, %acc_1 = kernel.for %k = 0 to N step 1 with (%acc_2 = %zero, %acc_3 = %zero) : vector<8xf32>, vector<8xf32> {
  kernel.for %i = 0 to 2 step 1 {
    kernel.vstore %zero, %acc[8 * %i]
  }
  kernel.for %k = 0 to N step 1 {
    // CHECK-NEXT: %e = kernel.vload 8 %x[16 * %k] : vector<8xf32>
    // CHECK-NEXT: %s = arith.addf %acc_2, %e : vector<8xf32>
    // CHECK-NEXT: %e_1 = kernel.vload 8 %x[16 * %k + 8] : vector<8xf32>
    // CHECK-NEXT: %s_1 = arith.addf %acc_3, %e_1 : vector<8xf32>
    // CHECK-NEXT: kernel.yield %s, %s_1 : vector<8xf32>, vector<8xf32>
    kernel.for %i = 0 to 2 step 1 {
      %e = kernel.vload 8 %x[16 * %k + 8 * %i]
      %b = kernel.vload 8 %acc[8 * %i]
      %s = arith.addf %b, %e : vector<8xf32>
      kernel.vstore %s, %acc[8 * %i]
    }
  }
  // A scalar is a lane of it.
  // CHECK: [[LANE:%.*]] = kernel.lane %acc_1[2] : f32
  // CHECK-NEXT: kernel.store [[LANE]], %x[0] : f32
  %r = kernel.load %acc[10]
  kernel.store %r, %x[0]
  // CHECK-NEXT: kernel.vstore %acc, %x[8] : vector<8xf32>
  %v = kernel.vload 8 %acc[0]
  kernel.vstore %v, %x[8]
}

// One lane is stored beside the others.
// CHECK-LABEL: kernel.func @one_lane
kernel.func @one_lane(%x: !kernel.buffer<global, i32>, %v: vector<2xi32>, %a: i32) {
  %t = kernel.alloc private i32[4]
  kernel.vstore %v, %t[0]
  kernel.vstore %v, %t[2]
  // CHECK-NEXT: [[FIRST:%.*]] = kernel.lane %v[0] : i32
  // CHECK-NEXT: [[W:%.*]] = kernel.vector [[FIRST]], %a : vector<2xi32>
  kernel.store %a, %t[3]
  // CHECK-NEXT: kernel.vstore [[W]], %x[0] : vector<2xi32>
  %w = kernel.vload 2 %t[2]
  kernel.vstore %w, %x[0]
}

// The limit counts values: 64 vectors are not too many, 65 are, and are an array of vectors.
// CHECK-LABEL: kernel.func @limit
kernel.func @limit(%x: !kernel.buffer<global, f32>, %v: vector<4xf32>) {
  %few = kernel.alloc private f32[256]
  // CHECK-NEXT: %many = kernel.alloc private vector<4xf32>[65] : !kernel.buffer<private, vector<4xf32>>
  %many = kernel.alloc private f32[260]
  kernel.vstore %v, %few[252]
  // CHECK-NEXT: kernel.store %v, %many[64] : vector<4xf32>
  kernel.vstore %v, %many[256]
  %a = kernel.vload 4 %few[252]
  // CHECK-NEXT: %b = kernel.load %many[64] : vector<4xf32>
  %b = kernel.vload 4 %many[256]
  // CHECK-NEXT: arith.addf %v, %b : vector<4xf32>
  %s = arith.addf %a, %b : vector<4xf32>
  kernel.vstore %s, %x[0]
}

// An array that is indexed by what is not known is an array of vectors, if each access is to one of them.
// CHECK-LABEL: kernel.func @dynamic
kernel.func @dynamic<N>(%x: !kernel.buffer<global, f32>, %n: index, %v: vector<4xf32>) {
  // CHECK-NEXT: %t = kernel.alloc private vector<4xf32>[4]
  %t = kernel.alloc private f32[16]
  // CHECK: kernel.store %v, %t[%i] : vector<4xf32>
  kernel.for %i = 0 to 4 step 1 {
    kernel.vstore %v, %t[4 * %i]
  }
  // CHECK: [[W:%.*]] = kernel.load %t[%n + 1] : vector<4xf32>
  // CHECK-NEXT: kernel.lane [[W]][2] : f32
  %e = kernel.load %t[4 * %n + 6]
  kernel.store %e, %x[0]
}

// It stays one of scalars where a vector may begin anywhere, where one scalar is stored, where a lane is not known, where
// vectors differ in width, and where nothing is stored as a vector.
// CHECK-LABEL: kernel.func @scalars
kernel.func @scalars<N>(%x: !kernel.buffer<global, f32>, %n: index, %v: vector<4xf32>, %w: vector<2xf32>, %a: f32) {
  // CHECK-NEXT: %anywhere = kernel.alloc private f32[16]
  // CHECK-NEXT: %stored = kernel.alloc private f32[16]
  // CHECK-NEXT: %unknown = kernel.alloc private f32[16]
  // CHECK-NEXT: %differ = kernel.alloc private f32[16]
  // CHECK-NEXT: %loaded = kernel.alloc private f32[16]
  %anywhere = kernel.alloc private f32[16]
  %stored = kernel.alloc private f32[16]
  %unknown = kernel.alloc private f32[16]
  %differ = kernel.alloc private f32[16]
  %loaded = kernel.alloc private f32[16]
  kernel.vstore %v, %anywhere[%n]
  kernel.vstore %v, %stored[4 * %n]
  kernel.store %a, %stored[4 * %n + 1]
  kernel.vstore %v, %unknown[0]
  kernel.vstore %v, %differ[4 * %n]
  kernel.vstore %w, %differ[2 * %n]
  kernel.store %a, %loaded[%n]
  %b = kernel.vload 4 %anywhere[%n]
  %c = kernel.vload 4 %stored[4 * %n]
  %d = kernel.load %unknown[%n]
  %e = kernel.vload 4 %differ[4 * %n]
  %f = kernel.vload 4 %loaded[4 * %n]
  kernel.vstore %b, %x[0]
  kernel.vstore %c, %x[4]
  kernel.store %d, %x[8]
  kernel.vstore %e, %x[12]
  kernel.vstore %f, %x[16]
}
