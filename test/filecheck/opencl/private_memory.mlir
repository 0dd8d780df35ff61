// RUN: lift-opt %s -t opencl --split-input-file --verify-diagnostics
// RUN: lift-opt %s -t host-py --split-input-file --verify-diagnostics

// A work group has a megabyte of private memory, in all of its arrays together.

kernel.func @fits(%x: !kernel.buffer<global, f32>) launch(local = [64], groups = [2]) {
  %a = kernel.alloc private f32[4096] : !kernel.buffer<private, f32>
  %e = kernel.load %x[0]
  kernel.store %e, %a[0]
  %y = kernel.load %a[0]
  kernel.store %y, %x[1]
}
host.program @f(%a: f32) of (%a: f32) -> f32 {
  %x = host.alloc f32[2]
  host.launch @fits(%x) local = [64] groups = [2]
  host.return %x
}

// -----

kernel.func @two_arrays(%x: !kernel.buffer<global, f32>) launch(local = [64], groups = [2]) {
  // expected-error@+1 {{a work item of @two_arrays has too much private memory}}
  %a = kernel.alloc private f32[4095] : !kernel.buffer<private, f32>
  %b = kernel.alloc private i8[5] : !kernel.buffer<private, i8>
  %e = kernel.load %x[0]
  kernel.store %e, %a[0]
  %y = kernel.load %a[0]
  kernel.store %y, %x[1]
}

// -----

kernel.func @as_launched(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{a work item of @as_launched has too much private memory}}
  %a = kernel.alloc private f32[4096] : !kernel.buffer<private, f32>
  %e = kernel.load %x[0]
  kernel.store %e, %a[0]
  %y = kernel.load %a[0]
  kernel.store %y, %x[1]
}
host.program @f(%a: f32) of (%a: f32) -> f32 {
  %x = host.alloc f32[2]
  host.launch @as_launched(%x) local = [8, 9] groups = [2, 1]
  host.return %x
}

// -----

// A group of any size is as large as groups can be.

kernel.func @any_group<L>(%x: !kernel.buffer<global, f32>) {
  // expected-error@+1 {{a work item of @any_group has too much private memory}}
  %a = kernel.alloc private f32[65] : !kernel.buffer<private, f32>
  %e = kernel.load %x[0]
  kernel.store %e, %a[0]
  %y = kernel.load %a[0]
  kernel.store %y, %x[1]
}
host.program @f<L>(%a: f32) of (%a: f32) -> f32 {
  %x = host.alloc f32[2]
  host.launch @any_group(%x) local = [L] groups = [2]
  host.return %x
}
