// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{the parameter %x is private memory, which no host can give}}
kernel.func @private(%x: !kernel.buffer<private, f32>) {
}

// -----

// expected-error@+1 {{a kernel cannot take %x}}
kernel.func @array<N>(%x: !lift.array<N, f32>) {
}

// -----

// expected-error@+1 {{a buffer cannot hold tuple<f32, f32>}}
kernel.func @tuples(%x: !kernel.buffer<global, tuple<f32, f32>>) {
}

// -----

kernel.func @unbound(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'N' is not the name of a nat here}}
  %e = kernel.load %x[N]
}

// -----

// expected-error@+1 {{'rows' is not the name of a table here}}
kernel.func @unbound_table() launch(local = [64], groups = [rows[0]]) {
}

// -----

kernel.func @global_memory() {
  // expected-error@+1 {{'kernel.alloc' cannot reserve global memory}}
  %x = kernel.alloc global f32[4]
}

// -----

kernel.func @symbolic<N>() {
  // expected-error@+1 {{'kernel.alloc' needs a size that is a number and at least 1}}
  %x = kernel.alloc private f32[N]
}

// -----

kernel.func @local_in_loop() {
  kernel.for %i = 0 to 4 step 1 {
    // expected-error@+1 {{'kernel.alloc local' stands inside 'kernel.for'}}
    %x = kernel.alloc local f32[4]
  }
}

// -----

kernel.func @element(%x: !kernel.buffer<global, f32>, %a: f64) {
  // expected-error@+1 {{'kernel.store' stores a value that the buffer does not hold}}
  kernel.store %a, %x[0]
}

// -----

kernel.func @annotation(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{the type written for 'kernel.load' is not the type it has}}
  %e = kernel.load %x[0] : f64
}

// -----

kernel.func @vector(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{'kernel.vload' has no such vector}}
  %v = kernel.vload 5 %x[0]
}

// -----

kernel.func @bit(%x: !kernel.buffer<global, f32>, %c: i1) {
  // expected-error@+1 {{'kernel.load' uses %c in an index, and it is no integer}}
  %e = kernel.load %x[%c]
}

// -----

kernel.func @divergent() {
  %l = kernel.local_id 0
  %far = kernel.apply [2 * %l]
  kernel.for %i = 0 to %far step 1 {
    // expected-error@+1 {{not all work items may reach this 'kernel.barrier'}}
    kernel.barrier local
  }
}

// -----

kernel.func @carried(%a: f32, %b: f64) {
  // expected-error@+1 {{the types of 'kernel.yield' do not fit}}
  %r = kernel.for %i = 0 to 4 step 1 with (%acc = %a) {
    kernel.yield %b
  }
}

// -----

kernel.func @no_else(%a: f32, %c: i1) {
  // expected-error@+1 {{'kernel.if' gives values, and has no else}}
  %r = kernel.if %c : f32 {
    kernel.yield %a
  }
}

// -----

kernel.func @named_end(%n: i32) {
  // expected-error@+1 {{'kernel.for' binds the name of a nat, and ends at a value}}
  kernel.for %k[k] = 0 to %n step 1 {
  }
}

// -----

kernel.func @comparison(%a: i32, %b: i32) {
  // expected-error@+1 {{expected a comparison, or one value of type i1}}
  kernel.if %a + %b {
  }
}

// -----

kernel.func @f<N>(%x: !kernel.buffer<global, f32>, %a: f32) {
  %0 = arith.constant 0 : index
  // expected-error@+1 {{the step of 'kernel.for' is at least 1}}
  kernel.for %i = 0 to 64 step %0 {
    kernel.store %a, %x[%i]
  }
}

// -----

kernel.func @past_caches_of_local_memory(%x: f32, %t: !kernel.buffer<local, f32>) {
  // expected-error@+1 {{'kernel.store past_caches' stores to global memory}}
  kernel.store %x, %t[0] past_caches
}

// -----

kernel.func @vector_past_caches_of_local_memory(%x: vector<4xf32>, %t: !kernel.buffer<local, f32>) {
  // expected-error@+1 {{'kernel.vstore past_caches' stores to global memory}}
  kernel.vstore %x, %t[0] past_caches
}

// -----

kernel.func @while_in_no_loop(%c: i1) {
  // expected-error@+1 {{'kernel.while' is in no loop itself}}
  kernel.while %c
}

// -----

kernel.func @while_unrolled(%c: i1) {
  // expected-error@+1 {{'kernel.for' ends by a condition, so it is not unrolled}}
  kernel.for unroll %i = 0 to 4 step 1 {
    kernel.while %c
  }
}
