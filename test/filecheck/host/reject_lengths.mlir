// RUN: lift-opt %s --split-input-file --verify-diagnostics

host.program @no_lengths<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{%x has no lengths to read}}
  host.read %x
  host.return %x
}

// -----

host.program @no_number<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'host.apply' uses %x in an index, and it is no integer}}
  %n = host.apply [%x + 1]
  host.return %x
}

// -----

host.program @no_length<N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // expected-error@+1 {{@no_length does not return the leaves of its result}}
  host.return %x
}
