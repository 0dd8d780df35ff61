// RUN: lift-opt %s -p kernel-unroll | filecheck %s

// CHECK-LABEL: kernel.func @values
// CHECK-NOT: kernel.alloc
kernel.func @values(%x: !kernel.buffer<global, f32>) {
  %t = kernel.alloc private f32[2]
  // CHECK: %e = kernel.load %x[0] : f32
  // CHECK-NEXT: %e_1 = kernel.load %x[1] : f32
  kernel.for %i = 0 to 2 step 1 {
    %e = kernel.load %x[%i]
    kernel.store %e, %t[%i]
  }
  %a = kernel.load %t[0]
  %b = kernel.load %t[1]
  // CHECK-NEXT: %s = arith.subf %e, %e_1 : f32
  %s = arith.subf %a, %b : f32
  // CHECK-NEXT: kernel.store %s, %x[0] : f32
  kernel.store %s, %x[0]
}

// A loop of unknown length carries what is needed in its next iteration or after it, and only that.
// CHECK-LABEL: kernel.func @carried
// CHECK-NOT: kernel.alloc
kernel.func @carried<N>(%x: !kernel.buffer<global, f32>, %zero: f32) {
  %acc = kernel.alloc private f32[2]
  %t = kernel.alloc private f32[1]
  kernel.for %i = 0 to 2 step 1 {
    kernel.store %zero, %acc[%i]
  }
  // CHECK:      %acc, %acc_1 = kernel.for %k = 0 to N step 1 with (%acc_2 = %zero, %acc_3 = %zero) : f32, f32 {
  // CHECK-NEXT:   %e = kernel.load %x[2 * %k] : f32
  // CHECK-NEXT:   %s = arith.addf %acc_2, %e : f32
  // CHECK-NEXT:   %e_1 = kernel.load %x[2 * %k + 1] : f32
  // CHECK-NEXT:   %s_1 = arith.addf %acc_3, %e_1 : f32
  // CHECK-NEXT:   kernel.yield %s, %s_1 : f32, f32
  // CHECK-NEXT: }
  kernel.for %k = 0 to N step 1 {
    kernel.for %i = 0 to 2 step 1 {
      %e = kernel.load %x[2 * %k + %i]
      kernel.store %e, %t[0]
      %f = kernel.load %t[0]
      %b = kernel.load %acc[%i]
      %s = arith.addf %b, %f : f32
      kernel.store %s, %acc[%i]
    }
  }
  // CHECK-NEXT: kernel.store %acc, %x[0] : f32
  %r = kernel.load %acc[0]
  kernel.store %r, %x[0]
  // CHECK-NEXT: kernel.store %acc_1, %x[1] : f32
  %q = kernel.load %acc[1]
  kernel.store %q, %x[1]
}

// CHECK-LABEL: kernel.func @conditions
kernel.func @conditions(%x: !kernel.buffer<global, i32>, %c: i1, %a: i32, %b: i32) {
  %t = kernel.alloc private i32[2]
  kernel.store %a, %t[0]
  // What was never stored is anything.
  // CHECK-NEXT: [[ANY:%.*]] = arith.constant 0 : i32
  // CHECK-NEXT: %t, %t_1 = kernel.if %c : i32, i32 {
  // CHECK-NEXT:   kernel.yield %b, [[ANY]] : i32, i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   kernel.yield %a, %a : i32, i32
  kernel.if %c {
    kernel.store %b, %t[0]
  } else {
    kernel.store %a, %t[1]
  }
  %r = kernel.load %t[0]
  kernel.store %r, %x[0]
  %s = kernel.load %t[1]
  kernel.store %s, %x[1]
}

// Vectors are put together and taken apart.
// CHECK-LABEL: kernel.func @vectors
kernel.func @vectors(%x: !kernel.buffer<global, f32>, %v: vector<4xf32>, %a: f32) {
  %t = kernel.alloc private f32[6]
  kernel.vstore %v, %t[1]
  kernel.store %a, %t[2]
  // CHECK-NEXT: [[P:%.*]] = kernel.lane %v[0] : f32
  // CHECK-NEXT: [[Q:%.*]] = kernel.lane %v[2] : f32
  // CHECK-NEXT: [[R:%.*]] = kernel.lane %v[3] : f32
  // CHECK-NEXT: %w = kernel.vector [[P]], %a, [[Q]], [[R]] : vector<4xf32>
  %w = kernel.vload 4 %t[1]
  // CHECK-NEXT: kernel.vstore %w, %x[0] : vector<4xf32>
  kernel.vstore %w, %x[0]
}

// An array that is indexed by what is not known stays, and so do its loops.
// CHECK-LABEL: kernel.func @dynamic
kernel.func @dynamic<N>(%x: !kernel.buffer<global, f32>, %n: i32, %a: f32) {
  // CHECK-NEXT: %t = kernel.alloc private f32[4]
  %t = kernel.alloc private f32[4]
  // CHECK-NEXT: kernel.for %i = 0 to 4 step 1 {
  kernel.for %i = 0 to 4 step 1 {
    kernel.store %a, %t[%i]
  }
  %e = kernel.load %t[%n]
  kernel.store %e, %x[0]
}

// A large one stays too, and so does memory that work items share.
// CHECK-LABEL: kernel.func @others
kernel.func @others(%x: !kernel.buffer<global, f32>, %a: f32) {
  // CHECK-NEXT: %t = kernel.alloc private f32[65]
  %t = kernel.alloc private f32[65]
  // CHECK-NEXT: %l = kernel.alloc local f32[1]
  %l = kernel.alloc local f32[1]
  // CHECK-NEXT: kernel.store %a, %t[0] : f32
  kernel.store %a, %t[0]
  // CHECK-NEXT: kernel.store %a, %l[0] : f32
  kernel.store %a, %l[0]
  %e = kernel.load %t[0]
  %f = kernel.load %l[0]
  %s = arith.addf %e, %f : f32
  kernel.store %s, %x[0]
}

// What was never stored is anything: of a type that is only stored, a 0 that is converted.
// CHECK-LABEL: kernel.func @stored
// CHECK-NOT: kernel.alloc
kernel.func @stored(%x: !kernel.buffer<global, ui8>, %w: !kernel.buffer<global, bf16>, %c: i1, %a: ui8, %b: bf16) {
  %t = kernel.alloc private ui8[1]
  %u = kernel.alloc private bf16[1]
  // CHECK-DAG: [[I:%.*]] = arith.constant 0 : i32
  // CHECK-DAG: lift.convert [[I]] : i32 to ui8
  // CHECK-DAG: [[F:%.*]] = arith.constant 0.{{0+e\+00|0}} : f32
  // CHECK-DAG: lift.convert [[F]] : f32 to bf16
  kernel.if %c {
    kernel.store %a, %t[0]
    kernel.store %b, %u[0]
  }
  %e = kernel.load %t[0]
  %f = kernel.load %u[0]
  kernel.store %e, %x[0]
  kernel.store %f, %w[0]
}

// A loop that begins at the id of a work item has so many iterations at most, and the last only for some of them.
// CHECK-LABEL: kernel.func @own
kernel.func @own<N>(%x: !kernel.buffer<global, f32>) launch(local = [16], groups = [1]) {
  %t = kernel.alloc private f32[2]
  %l = kernel.local_id 0
  // CHECK:      %a = kernel.load %x[%l] : f32
  // CHECK:      [[T:%.*]] = kernel.if %l lt 4 : f32 {
  // CHECK-NEXT:   [[B:%.*]] = kernel.load %x[%l + 16] : f32
  // CHECK-NEXT:   kernel.yield [[B]]
  kernel.for %i = %l to 20 step 16 {
    %a = kernel.load %x[%i]
    kernel.store %a, %t[%i floordiv 16]
  }
  // CHECK:      kernel.store %a, %x[%l + 20] : f32
  // CHECK-NEXT: kernel.if %l lt 4 {
  // CHECK-NEXT:   kernel.store [[T]], %x[%l + 36] : f32
  kernel.for %i = %l to 20 step 16 {
    %a = kernel.load %t[%i floordiv 16]
    kernel.store %a, %x[%i + 20]
  }
}
