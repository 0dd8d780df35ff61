// RUN: LIFT_ROUNDTRIP

// An address space, before memory is reserved.
// CHECK-LABEL: lift.def @space
// CHECK-NEXT: ocl.map_glb<0> (%x) in %xs to global : !lift.array<N, f32> {
lift.def @space<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%x) in %xs to global {
    lift.yield %x
  }
  lift.return %r
}

// Memory: of the result, of a part of it, and what is stored there by one work item.
// CHECK-LABEL: lift.def @memory
// CHECK-NEXT: %m = ocl.alloc global result : !lift.array<N, !lift.array<4, f32>>
// CHECK-NEXT: %r = ocl.map_wrg<0> (%row) in %xs into %m as (%to: !ocl.memory<global, !lift.array<4, f32>>) : !lift.array<N, !lift.array<4, f32>> {
// CHECK-NEXT:   %l = ocl.alloc local : !lift.array<4, f32>
// CHECK-NEXT:   %t = ocl.map_seq (%x) in %row into %l as (%d: !ocl.memory<local, f32>) : !lift.array<4, f32> {
// CHECK-NEXT:     %s = ocl.store %x into %d single [lcl<0>] : f32
// CHECK:          %s_1 = ocl.store %x_1 into %d_1 past_caches single [] : f32
lift.def @memory<N>(%xs: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, !lift.array<4, f32>> {
  %m = ocl.alloc global result : !lift.array<N, !lift.array<4, f32>>
  %r = ocl.map_wrg<0> (%row) in %xs into %m as (%to: !ocl.memory<global, !lift.array<4, f32>>) {
    %l = ocl.alloc local : !lift.array<4, f32>
    %t = ocl.map_seq (%x) in %row into %l as (%d: !ocl.memory<local, f32>) {
      %s = ocl.store %x into %d single [lcl<0>]
      lift.yield %s
    }
    %u = ocl.map_lcl<0> (%x) in %t into %to as (%d: !ocl.memory<global, f32>) {
      %s = ocl.store %x into %d past_caches single []
      lift.yield %s
    }
    lift.yield %u
  }
  lift.return %r
}

// Two buffers in turn, of which the first one holds what a loop begins with; memory that is changed in place.
// CHECK-LABEL: lift.def @loops
// CHECK:      %first = ocl.slot %two[0] : !lift.array<N, f32>
// CHECK:      lift.iterate 2 (%t)[n] in %c into %two as (%next: !ocl.memory<global, !lift.array<n, f32>>) : !lift.array<N, f32> {
// CHECK:      %begin = ocl.slot %m : !lift.array<N, f32>
// CHECK:      ocl.reduce_seq (%acc, %row) in %rows from %c_1 into %m as (%next_1: !ocl.memory<global, !lift.array<N, f32>>) single [] : !lift.array<N, f32> {
lift.def @loops<N, M>(%xs: !lift.array<N, f32>, %rows: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<N, f32> {
  %m = ocl.alloc global result : !lift.array<N, f32>
  %two = ocl.alloc global : tuple<!lift.array<N, f32>, !lift.array<N, f32>>
  %first = ocl.slot %two[0] : !lift.array<N, f32>
  %c = ocl.map_seq (%x) in %xs into %first as (%d: !ocl.memory<global, f32>) {
    %s = ocl.store %x into %d
    lift.yield %s
  }
  %i = lift.iterate 2 (%t)[n] in %c into %two as (%next: !ocl.memory<global, !lift.array<n, f32>>) {
    %u = ocl.map_seq (%x) in %t into %next as (%d: !ocl.memory<global, f32>) {
      %s = ocl.store %x into %d
      lift.yield %s
    }
    lift.yield %u
  }
  %begin = ocl.slot %m : !lift.array<N, f32>
  %c_1 = ocl.map_seq (%x) in %i into %begin as (%d: !ocl.memory<global, f32>) {
    %s = ocl.store %x into %d
    lift.yield %s
  }
  %r = ocl.reduce_seq (%acc, %row) in %rows from %c_1 into %m as (%next: !ocl.memory<global, !lift.array<N, f32>>) single [] {
    %both = lift.zip %acc, %row
    %u = ocl.map_seq (%p) in %both into %next as (%d: !ocl.memory<global, f32>) {
      %x = lift.get %p[0]
      %s = ocl.store %x into %d
      lift.yield %s
    }
    lift.yield %u
  }
  lift.return %r
}

// Where the operands of a layout op are written, so that its result is in memory.
// CHECK-LABEL: lift.def @inverse
// CHECK:      %a, %b = ocl.inverse (%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) to %m {
// CHECK-NEXT:   %z = lift.zip %x, %y : !lift.array<N, tuple<f32, i32>>
// CHECK-NEXT:   lift.yield %z : !lift.array<N, tuple<f32, i32>>
// CHECK-NEXT: }
lift.def @inverse<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, i32>) -> !lift.array<N, tuple<f32, i32>> {
  %m = ocl.alloc global result : !lift.array<N, tuple<f32, i32>>
  %a, %b = ocl.inverse (%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) to %m {
    %z = lift.zip %x, %y
    lift.yield %z
  }
  %p = ocl.map_glb<0> (%x) in %xs into %a as (%d: !ocl.memory<global, f32>) {
    %s = ocl.store %x into %d
    lift.yield %s
  }
  %q = ocl.map_glb<0> (%y) in %ys into %b as (%d: !ocl.memory<global, i32>) {
    %s = ocl.store %y into %d
    lift.yield %s
  }
  %r = lift.zip %p, %q
  %r_1 = ocl.store %r into %m
  lift.return %r_1
}

// Of private memory that parallel maps write, a work item has the elements that are its own.
// CHECK-LABEL: lift.def @own
// CHECK-NEXT: %m = ocl.alloc private over [lcl<1>, _, lcl<0>] : !lift.array<8, !lift.array<2, !lift.array<16, f32>>>
lift.def @own<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %m = ocl.alloc private over [lcl<1>, _, lcl<0>] : !lift.array<8, !lift.array<2, !lift.array<16, f32>>>
  lift.return %xs
}

// Memory for a tuple whose parts are in memory of their own.
// CHECK-LABEL: lift.def @tuple
// CHECK:      %m = ocl.tuple %b, %a : !ocl.memory<global, tuple<!lift.array<N, i32>, !lift.array<N, f32>>>
lift.def @tuple<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %a = ocl.alloc global : !lift.array<N, f32>
  %b = ocl.alloc global : !lift.array<N, i32>
  %m = ocl.tuple %b, %a
  lift.return %xs
}
