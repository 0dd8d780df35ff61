// RUN: lift-opt %s -p view-to-kernel --split-input-file --verify-diagnostics

kernel.func @through_pad<N>(%x: !kernel.buffer<global, f32>, %c: f32) {
  %m = view.memory %x : !view.view<!lift.array<N, f32>>
  %p = view.pad clamp 1, 1 %m
  %e = view.access %p[0]
  // expected-error@+1 {{'view.store' cannot store through 'view.pad'}}
  view.store %c, %e
}

// -----

kernel.func @ragged<N>(%x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<i + 1, f32>>>
  %g = view.gather %m by (i) -> (N - 1 - i)
  %j = view.join %g
  %i = kernel.global_id 0
  %e = view.access %j[%i]
  // expected-error@+1 {{there is no expression for the row that an element is in}}
  %v = view.load %e
}

// -----

kernel.func @differ<N, M>(%x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<k : N, !lift.array<j : M, !lift.array<(j * k) mod 3, f32>>>>
  kernel.for %i[i] = 0 to N step 1 {
    %rows = view.access %m[i]
    kernel.for %j[j] = 0 to M step 1 {
      %row = view.access %rows[j]
      kernel.for %k = 0 to (j * i) mod 3 step 1 {
        %e = view.access %row[%k]
        // expected-error@+1 {{the lengths of the rows before it have no closed sum, and differ from one array of rows to the next}}
        %v = view.load %e
      }
    }
  }
}
