// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @no_such_space<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{expected one of 'global', 'local', 'private'}}
  %m = ocl.alloc shared : !lift.array<N, f32>
  lift.return %xs
}

// -----

lift.def @local_result<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{the result of a function is in global memory}}
  %m = ocl.alloc local result : !lift.array<N, f32>
  lift.return %xs
}

// -----

lift.def @not_memory<N>(%xs: !lift.array<N, f32>, %x: f32) -> f32 {
  // expected-error@+1 {{operand 'destination' at position 1 does not verify}}
  %s = ocl.store %x into %x
  lift.return %s
}

// -----

lift.def @another_type(%x: f32) -> f32 {
  %m = ocl.alloc global : i32
  // expected-error@+1 {{'ocl.store' stores into memory for another value}}
  %s = ocl.store %x into %m
  lift.return %s
}

// -----

lift.def @no_such_buffer<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global : !lift.array<2, !lift.array<N, f32>>
  // expected-error@+1 {{'ocl.slot' has two buffers}}
  %d = ocl.slot %m[2] : !lift.array<N, f32>
  lift.return %xs
}

// -----

lift.def @not_the_whole<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global : !lift.array<N + 1, f32>
  // expected-error@+1 {{'ocl.slot' gives a part of memory, in the same address space}}
  %d = ocl.slot %m : !lift.array<N, f32>
  lift.return %xs
}

// -----

lift.def @two_layout_ops<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %m = ocl.alloc global : !lift.array<N, f32>
  // expected-error@+1 {{the region of 'ocl.inverse' is one layout op}}
  %d = ocl.inverse (%x: !lift.array<N, f32>) to %m {
    %y = lift.split 4 %x
    %z = lift.join %y
    lift.yield %z
  }
  lift.return %xs
}

// -----

lift.def @another_whole<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %m = ocl.alloc global : !lift.array<N, f32>
  // expected-error@+1 {{'ocl.inverse' leads to memory for another value}}
  %d = ocl.inverse (%x: !lift.array<N, f32>) to %m {
    %y = lift.split 4 %x
    lift.yield %y
  }
  lift.return %xs
}

// -----

lift.def @wrong_part<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global : !lift.array<N, f32>
  // expected-error@+1 {{the region of 'ocl.map_glb' takes the wrong arguments}}
  %r = ocl.map_glb<0> (%x) in %xs into %m as (%d: !ocl.memory<global, i32>) {
    lift.yield %x
  }
  lift.return %r
}

// -----

lift.def @wrong_memory<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global : !lift.array<N + 1, f32>
  // expected-error@+1 {{'ocl.map_glb' writes into memory for another value}}
  %r = ocl.map_glb<0> (%x) in %xs into %m as (%d: !ocl.memory<global, f32>) {
    %s = ocl.store %x into %d
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @two_accumulators<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc global : !lift.array<N, f32>
  // expected-error@+1 {{'ocl.map_glb' writes into one memory}}
  %r = ocl.map_glb<0> (%x) in %xs into %m, %m as (%d: !ocl.memory<global, f32>) {
    %s = ocl.store %x into %d
    lift.yield %s
  }
  lift.return %r
}

// -----

lift.def @nobody_owns_local_memory<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{work items own elements of arrays in private memory}}
  %m = ocl.alloc local over [lcl<0>] : !lift.array<N, f32>
  lift.return %xs
}

// -----

lift.def @parts_in_two_spaces<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %a = ocl.alloc global : !lift.array<N, f32>
  %b = ocl.alloc local : !lift.array<N, i32>
  // expected-error@+1 {{'ocl.tuple' needs parts in one address space}}
  %m = ocl.tuple %a, %b
  lift.return %xs
}

// -----

lift.def @more_levels_than_dimensions<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{work items own elements of arrays in private memory}}
  %m = ocl.alloc private over [lcl<1>, lcl<0>] : !lift.array<8, f32>
  lift.return %xs
}

// -----

lift.def @no_such_owner<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // expected-error@+1 {{'ocl.alloc' is for no such work item}}
  %m = ocl.alloc private over [lcl<3>] : !lift.array<8, f32>
  lift.return %xs
}

// -----

lift.def @another_tuple<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %a = ocl.alloc global : !lift.array<N, f32>
  // expected-error@+1 {{the type written for 'ocl.tuple' is not the type it has}}
  %m = ocl.tuple %a : !ocl.memory<global, tuple<!lift.array<N, i32>>>
  lift.return %xs
}

// -----

lift.def @past_caches_of_local_memory(%x: f32) -> f32 {
  %m = ocl.alloc local : f32
  // expected-error@+1 {{'ocl.store past_caches' stores a value to global memory}}
  %s = ocl.store %x into %m past_caches
  lift.return %s
}
