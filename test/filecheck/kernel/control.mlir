// RUN: LIFT_ROUNDTRIP

lift.user_fun @square(a: f32) -> f32 = "return a * a;"

// CHECK-LABEL: kernel.func @loops
kernel.func @loops<N>(%x: !kernel.buffer<global, f32>) {
  %zero = arith.constant 0.0 : f32
  %l = kernel.local_id 0
  %n = kernel.local_size 0
  // CHECK: kernel.for %i = %l to N step %n {
  kernel.for %i = %l to N step %n {
    kernel.store %zero, %x[%i]
  }
  // CHECK: %s = kernel.for %i_1 = 0 to 4 * %l step 2 with (%acc = %zero) : f32 {
  %s = kernel.for %i = 0 to 4 * %l step 2 with (%acc = %zero) {
    %e = kernel.load %x[%i]
    // CHECK: lift.call @square(%e) : f32
    %q = lift.call @square(%e)
    %r = arith.addf %acc, %q : f32
    // CHECK: kernel.yield %r : f32
    kernel.yield %r
  }
  // Several values are carried at once.
  // CHECK: %p, %q_1 = kernel.for %i_2 = 0 to N step 1 with (%a = %s, %b = %l) : f32, index {
  %p, %q = kernel.for %i = 0 to N step 1 with (%a = %s, %b = %l) : f32, index {
    kernel.yield %a, %i
  }
  // The variable may also have a name on the level of types.
  // CHECK: kernel.for %k[k] = 0 to N step 1 {
  kernel.for %k[k] = 0 to N step 1 {
    // CHECK-NEXT: kernel.store %p, %x[%k + k] : f32
    kernel.store %p, %x[k + %k]
  }
  // CHECK: kernel.for unroll %i_3[m] = 0 to 4 step 1 {
  kernel.for unroll %i[m] = 0 to 4 step 1 {
    kernel.store %p, %x[m]
  }
}

// CHECK-LABEL: kernel.func @conditions
kernel.func @conditions<N>(%x: !kernel.buffer<global, f32>, %c: i1, %a: f32) {
  %l = kernel.local_id 0
  // CHECK: kernel.if %l lt 32 {
  kernel.if %l lt 32 {
    kernel.store %a, %x[%l]
  }
  // CHECK: kernel.if N le 2 * %l {
  kernel.if 2 * %l ge N {
    // CHECK-NEXT: } else {
  } else {
    kernel.store %a, %x[%l]
  }
  // CHECK: %r = kernel.if %c : f32 {
  %r = kernel.if %c : f32 {
    %e = kernel.load %x[%l]
    kernel.yield %e : f32
  } else {
    kernel.yield %a : f32
  }
  // CHECK: kernel.apply [2 * %l + N] : i32
  %n = kernel.apply [2 * %l + N] : i32
  // CHECK: kernel.apply [N] : index
  %m = kernel.apply [N]
}

// A loop may end before its last iteration.
// CHECK-LABEL: kernel.func @whiles
kernel.func @whiles<N>(%x: !kernel.buffer<global, i32>) {
  %one = arith.constant 1 : i32
  %most = arith.constant 100 : i32
  %r = kernel.for %i = 0 to N step 1 with (%acc = %one) {
    %c = arith.cmpi slt, %acc, %most : i32
    // CHECK: kernel.while %c
    kernel.while %c
    %s = arith.addi %acc, %acc : i32
    kernel.yield %s
  }
  kernel.store %r, %x[0]
}
