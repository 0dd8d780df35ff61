// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{@f does not take the leaves of its parameters}}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, tuple<f32, i32>>) -> f32 {
  host.return %x
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> tuple<f32, i32> {
  // expected-error@+1 {{@f does not return the leaves of its result}}
  host.return %x
}

// -----

host.program @f(%a: f32) of (%a: f32) -> f32 {
  // expected-error@+1 {{@f does not return the leaves of its result}}
  host.return %a
}

// -----

host.program @f(%a: f32) of (%a: f32) -> f32 {
  %y = host.alloc f32[1]
  // expected-error@+1 {{'arith.addf' stands in a host program}}
  %b = arith.addf %a, %a : f32
  host.return %y
}

// -----

// expected-error@+1 {{'M' is not the name of a nat here}}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<M, f32>) -> f32 {
  host.return %x
}

// -----

// expected-error@+1 {{'rows' is not the name of a table here}}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<rows[0], f32>) -> f32 {
  host.return %x
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{'M' is not the name of a nat here}}
  %y = host.alloc f32[M]
  host.return %y
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  host.for [iteration : N] {
  }
  // expected-error@+1 {{'iteration' is not the name of a nat here}}
  %y = host.alloc f32[iteration]
  host.return %y
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  host.for [iteration : N] {
  }
  // expected-error@+1 {{the name 'iteration' is bound twice}}
  host.for [iteration : N] {
  }
  host.return %x
}

// -----

host.program @f(%a: f32) of (%a: f32) -> f32 {
  // expected-error@+1 {{'host.alloc' has a negative size}}
  %y = host.alloc f32[0 - 1]
  host.return %y
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  %y = host.alloc f32[N]
  host.free %y
  // expected-error@+1 {{'host.free' frees %y, which has been freed}}
  host.free %y
  host.return %x
}

// -----

kernel.func @k(%x: !kernel.buffer<global, f32>) {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  %y = host.alloc f32[N]
  host.free %y
  host.for [iteration : N] {
    // expected-error@+1 {{'host.launch' uses %y, which has been freed}}
    host.launch @k(%y) local = [1] groups = [1]
  }
  host.return %x
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  %y = host.alloc f32[N]
  host.for [iteration : N] {
    // expected-error@+1 {{%y is freed in another region than the one that reserves it}}
    host.free %y
  }
  host.return %x
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{%x cannot be freed}}
  host.free %x
  host.return %x
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  %t = host.local f32[N]
  // expected-error@+1 {{%t cannot be freed}}
  host.free %t
  host.return %x
}

// -----

host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{there is no kernel @k}}
  host.launch @k(%x) local = [1] groups = [1]
  host.return %x
}

// -----

kernel.func @k(%x: !kernel.buffer<global, f32>) {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{@k is launched with the wrong number of arguments}}
  host.launch @k() local = [1] groups = [1]
  host.return %x
}

// -----

kernel.func @k(%x: !kernel.buffer<local, f32>) {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{the argument for %x of @k has the wrong type}}
  host.launch @k(%x) local = [1] groups = [1]
  host.return %x
}

// -----

kernel.func @k<M>() {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{@k needs the nat 'M', which is not bound at this launch}}
  host.launch @k() local = [1] groups = [1]
  host.return %x
}

// -----

kernel.func @k<N, rows[N]>() {
}
host.program @f<N, rows[N + 1]>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{@k needs the table rows[N], which is not bound at this launch}}
  host.launch @k() local = [1] groups = [1]
  host.return %x
}

// -----

kernel.func @k<N>() where [N mod 4 eq 0] {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 where [N mod 2 eq 0] {
  // expected-error@+1 {{@k needs `N mod 4 eq 0`, which is not known at this launch}}
  host.launch @k() local = [1] groups = [1]
  host.return %x
}

// -----

kernel.func @k<N>() launch(local = [64], groups = [N]) {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{@k is launched with other sizes than its own}}
  host.launch @k() local = [64] groups = [N + 1]
  host.return %x
}

// -----

kernel.func @k() {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{a work group may be empty}}
  host.launch @k() local = [N - 1] groups = [1]
  host.return %x
}

// -----

kernel.func @k() {
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{launch has one to three sizes, as many local ones as groups}}
  host.launch @k() local = [1] groups = [1, N]
  host.return %x
}

// -----

kernel.func @k(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %e = kernel.load %x[0]
  kernel.store %e, %y[0]
}
host.program @f<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> f32 {
  %y = host.alloc f32[N]
  // expected-error@+1 {{@k writes to %y, which is passed to it twice}}
  host.launch @k(%y, %y) local = [1] groups = [1]
  host.return %y
}

// -----

kernel.func @k(%y: !kernel.buffer<global, f32>, %a: f32) {
  kernel.store %a, %y[0]
}
host.program @f<N>(%x: !kernel.buffer<global, f32>, %a: f32) of (%x: !lift.array<N, f32>, %a: f32) -> f32 {
  // expected-error@+1 {{@k writes to %x, which belongs to the caller}}
  host.launch @k(%x, %a) local = [1] groups = [1]
  host.return %x
}

// -----

host.program @f(%a: f32) of (%a: f32) -> f32 {
  host.for [iteration : 2] {
    // expected-error@+1 {{'host.return' ends a program, and stands in 'host.for'}}
    host.return
  }
  %y = host.alloc f32[1]
  host.return %y
}

// -----

kernel.func @k<N>(%x: !kernel.buffer<global, f32>, %r: !kernel.buffer<global, f32>) {
  %vx = view.memory %x : !view.view<!lift.array<N, f32>>
  %vr = view.memory %r : !view.view<!lift.array<N, f32>>
  kernel.for %i = 0 to N step 1 {
    %a = view.access %vx[%i]
    %b = view.access %vr[%i]
    %e = view.load %a
    view.store %e, %b
  }
}
host.program @p<N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %result = host.alloc f32[N]
  // expected-error@+1 {{@k writes to %y, which belongs to the caller}}
  host.launch @k(%x, %y) local = [1] groups = [1]
  host.return %result
}
