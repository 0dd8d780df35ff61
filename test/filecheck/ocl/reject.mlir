// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @lcl_alone<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'ocl.map_lcl' stands outside of any 'ocl.map_wrg'}}
  %r = ocl.map_lcl<0> (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @same_dimension<N>(%xs: !lift.array<N, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %r = ocl.map_glb<0> (%row) in %xs {
    // expected-error@+1 {{'ocl.map_glb' stands inside another one in dimension 0}}
    %s = ocl.map_glb<0> (%x) in %row {
      lift.yield %x
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @mixed<N>(%xs: !lift.array<N, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %r = ocl.map_wrg<0> (%row) in %xs {
    // expected-error@+1 {{'ocl.map_glb' cannot stand inside 'ocl.map_wrg'}}
    %s = ocl.map_glb<1> (%x) in %row {
      lift.yield %x
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @dimension<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'ocl.map_glb' has no such dimension}}
  %r = ocl.map_glb<3> (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @filter<N>(%xs: !lift.array<N, !lift.array<N, f32>>, %k: i1) -> !lift.array<N, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %r = ocl.map_glb<0> (%row) in %xs {
    // expected-error@+1 {{'ocl.filter_glb' must stand at the top level of a function}}
    %s = ocl.filter_glb (%x) in %row {
      lift.yield %k
    }
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @unroll<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'ocl.map_seq unroll' needs an array whose length is a number}}
  %r = ocl.map_seq unroll (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @unroll_fold<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  // expected-error@+1 {{'ocl.reduce_seq unroll' needs an array whose length is a number}}
  %r = ocl.reduce_seq unroll (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @unroll_scan<N>(%xs: !lift.array<N + 1, f32>, %a: f32) -> !lift.array<N + 1, f32> {
  // expected-error@+1 {{'ocl.scan_seq unroll' needs an array whose length is a number}}
  %r = ocl.scan_seq unroll (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @store_parameter<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{it is an argument, which is stored already}}
  %r = ocl.to_global %xs
  lift.return %r
}

// -----

lift.def @store_used_twice<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> {
  %a = ocl.map_glb<0> (%x) in %xs {
    lift.yield %x
  }
  // expected-error@+1 {{cannot say where %a is stored: it has another use}}
  %r = ocl.to_global %a
  %z = lift.zip %r, %a
  lift.return %z
}

// -----

lift.def @store_through_pad<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 2, f32> {
  %a = ocl.map_glb<0> (%x) in %xs {
    lift.yield %x
  }
  %p = lift.pad clamp 1, 1 %a
  // expected-error@+1 {{'lift.pad' cannot be written through}}
  %r = ocl.to_global %p
  lift.return %r
}

// -----

lift.def @store_twice<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %a = ocl.map_glb<0> (%x) in %xs {
    lift.yield %x
  }
  %l = ocl.to_local %a
  // expected-error@+1 {{'ocl.to_local' has fixed its destination already}}
  %r = ocl.to_global %l
  lift.return %r
}

// -----

lift.def @width<N>(%xs: !lift.array<5 * N, f32>, %zero: f32) -> f32 {
  // expected-error@+1 {{'ocl.as_vector' has no such width}}
  %v = ocl.as_vector 5 %xs
  lift.return %zero
}

// -----

lift.def @vector_length<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  // expected-error@+1 {{add `where [N mod 4 eq 0]` to the lift.def}}
  %v = ocl.as_vector 4 %xs
  lift.return %zero
}

// -----

lift.def @vector_of_arrays<N>(%xs: !lift.array<4, !lift.array<N, f32>>, %zero: f32) -> f32 {
  // expected-error@+1 {{'ocl.as_vector' needs an array of scalars}}
  %v = ocl.as_vector 4 %xs
  lift.return %zero
}

// -----

lift.def @no_vector<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  // expected-error@+1 {{'ocl.as_scalar' needs vectors}}
  %v = ocl.as_scalar %xs
  lift.return %zero
}

// -----

lift.def @reads<N>(%xs: !lift.array<N, f32>, %v: vector<4xf32>) -> vector<4xf32> {
  %m = ocl.map_vec (%s) in %v {
    // expected-error@+1 {{'ocl.map_vec' computes with scalars, and its region has 'lift.at'}}
    %x = lift.at %xs[0]
    %r = arith.addf %s, %x : f32
    lift.yield %r
  }
  lift.return %m
}

// -----

lift.def @total(%x: f32) -> f32 {
  // expected-error@+1 {{'ocl.map_vec' computes with scalars, and @total, which is inlined, has 'lift.generate'}}
  %xs = lift.generate [i : 4] { lift.yield %x }
  %r = lift.at %xs[0]
  lift.return %r
}
lift.def @calls(%v: vector<4xf32>) -> vector<4xf32> {
  %m = ocl.map_vec (%s) in %v {
    %r = lift.call @total(%s)
    lift.yield %r
  }
  lift.return %m
}

// -----

lift.def @array_past_caches<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%x) in %xs {
    lift.yield %x
  }
  // expected-error@+1 {{'ocl.to_global past_caches' does not store an element to global memory}}
  %g = ocl.to_global past_caches %r
  lift.return %g
}

// -----

lift.def @local_past_caches(%x: f32) -> f32 {
  // expected-error@+1 {{'ocl.to_local past_caches' does not store an element to global memory}}
  %l = ocl.to_local past_caches %x
  lift.return %l
}

// -----

lift.def @two_widths(%v: vector<4xf32>, %w: vector<8xf32>) -> vector<4xf32> {
  %vw = lift.tuple %v, %w
  // expected-error@+1 {{'ocl.map_vec' needs vectors of one width}}
  %m = ocl.map_vec (%p) in %vw {
    %a = lift.get %p[0]
    lift.yield %a
  }
  lift.return %m
}
