// RUN: lift-opt %s -p 'lift-apply{step="sort_by_digits m=8 r=4 over=groups at %%r" function=numbers}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="sort_by_digits m=8 r=4 over=items at %%r" function=opened}' | filecheck %s --check-prefix=OPENED
// RUN: lift-opt %s -p 'lift-apply{step="sort_by_digits m=8 r=4 over=items at %%r" function=bits}' | filecheck %s --check-prefix=BITS
// RUN: not lift-opt %s -p 'lift-apply{step="sort_by_digits m=8 r=4 over=groups at %%s" function=inside}' 2>&1 | filecheck %s --check-prefix=INSIDE
// RUN: not lift-opt %s -p 'lift-apply{step="sort_by_digits m=8 r=4 over=groups at %%r" function=pairs}' 2>&1 | filecheck %s --check-prefix=TUPLE
// RUN: not lift-opt %s -p 'lift-apply{step="sort_by_digits m=8 r=4 over=groups at %%s" function=halves}' 2>&1 | filecheck %s --check-prefix=HALVES

// Two passes, for 16 bits.
// CHECK-LABEL: lift.def @numbers
// CHECK:      %parts = lift.partition %xs into N floordiv (N floordiv 8 + 1024) + 1 by (i) -> (min(
// CHECK-NEXT: %counts = ocl.map_wrg<0> (%part)[k] in %parts
// CHECK-NEXT:   %digits = lift.map (%x) in %part
// CHECK:          arith.constant -32768 : i16
// CHECK:          %digit = arith.andi
// CHECK:        lift.update (%count, %x{{.*}}) in %part at %digits into %zeros
// CHECK:      %flat = lift.join
// CHECK-NEXT: %ends = ocl.scan_seq (%end, %count{{.*}}) in %flat from %zero
// CHECK:      %starts = lift.transpose
// CHECK-NEXT: %moved = ocl.scatter_wrg<0> size N (%x{{.*}})[k1] in %parts at %starts
// CHECK-NOT:    arith.shrui
// CHECK:        lift.tuple %digit{{.*}}, %x
// CHECK:      lift.partition %moved
// CHECK:      %r = ocl.scatter_wrg<0> size N
// CHECK:        arith.shrui
// CHECK-NOT:  ocl.scatter_wrg
lift.def @numbers<N>(%xs: !lift.array<N, i16>) -> !lift.array<N, i16> {
  %r = lift.sort %xs
  lift.return %r
}

// The parts are as long as those of the longest array that there may be.
// OPENED-LABEL: lift.def @opened
// OPENED: lift.partition %ys into X floordiv (N floordiv 8 + 1024) + 1
// OPENED: ocl.scatter_glb<0> size X
lift.def @opened<N>(%e: !lift.exists<X upto N, !lift.array<X, ui8>>) -> !lift.exists<X upto N, !lift.array<X, ui8>> {
  %p = lift.unpack (%ys)[X] in %e {
    %r = lift.sort %ys
    %q = lift.pack %r as !lift.exists<X upto N, !lift.array<X, ui8>>
    lift.yield %q
  }
  lift.return %p
}

// BITS-LABEL: lift.def @bits
// BITS: lift.generate [j : 2]
// BITS: ocl.scatter_glb<0> size N
// BITS-NOT: ocl.scatter_glb
lift.def @bits<N>(%xs: !lift.array<N, i1>) -> !lift.array<N, i1> {
  %r = lift.sort %xs
  lift.return %r
}

// INSIDE: error[LIFT0366]: `sort_by_digits m=8 r=4 over=groups at %s` does not hold: it is inside of a pattern
lift.def @inside<N, M>(%xss: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%xs) in %xss {
    %s = lift.sort %xs
    lift.yield %s
  }
  lift.return %r
}

// TUPLE: error[LIFT0366]: `sort_by_digits m=8 r=4 over=groups at %r` does not hold: the key is a tuple
lift.def @pairs<N>(%xs: !lift.array<N, tuple<i32, i32>>) -> !lift.array<N, tuple<i32, i32>> {
  %r = lift.sort %xs
  lift.return %r
}

// HALVES: error[LIFT0366]: `sort_by_digits m=8 r=4 over=groups at %s` does not hold: it is not known how many elements there are at most
lift.def @halves<N>(%xs: !lift.array<8 * N, i32>) -> !lift.array<N, i32> {
  %r = lift.iterate 3 (%t)[n] in %xs {
    %s = lift.sort %t
    %half = lift.slice %s from 0 size n floordiv 2
    lift.yield %half
  }
  lift.return %r
}
