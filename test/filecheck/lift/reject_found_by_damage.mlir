// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @f(%x: f32) -> f32 {
  // expected-error@+1 {{'kernel.func' stands in a module, not in 'lift.def'}}
  "kernel.func"() <{sym_name = "k", arg_names = [], tables = [], sums = [], where = []}> ({
  }) : () -> ()
  lift.return %x
}

// -----

// Numbers that pass 63 bits on the way to a proof.
lift.def @g<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<M, f32> where [N eq 4611686018427387904 * M] {
  // expected-error@+1 {{the numbers of 'lift.slice' cannot be computed with}}
  %r = lift.slice %xs from 3 * N size M
  lift.return %r
}
