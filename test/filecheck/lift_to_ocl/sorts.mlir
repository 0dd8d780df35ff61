// RUN: lift-opt %s -p 'lift-to-ocl{strategy=cpu}' --profile pocl | filecheck %s --check-prefixes=CHECK,GROUPS
// RUN: lift-opt %s -p 'lift-to-ocl{strategy=plain}' | filecheck %s --check-prefixes=CHECK,GROUPS
// RUN: lift-opt %s -p 'lift-to-ocl{strategy=gpu}' | filecheck %s --check-prefixes=CHECK,ITEMS

// At the top level by digits; the digits of a part are computed where they are counted.
// CHECK-LABEL: lift.def @numbers
// GROUPS:      %counts = ocl.map_wrg<0>
// ITEMS:       %counts = ocl.map_glb<0>
// CHECK:         %digits = lift.generate
// CHECK:         ocl.update_seq
// CHECK:       ocl.scan_seq
// GROUPS:      ocl.scatter_wrg<0>
// ITEMS:       ocl.scatter_glb<0>
// CHECK-NOT:   lift.sort
lift.def @numbers<N>(%xs: !lift.array<N, i8>) -> !lift.array<N, i8> {
  %r = lift.sort %xs
  lift.return %r
}

// Below a map by one work item, in merges.
// CHECK-LABEL: lift.def @rows
// CHECK:       ocl.map_{{glb|wrg}}<0>
// CHECK:         lift.iterate log2(2 * M + 1)
// CHECK:           ocl.scan_seq
// CHECK:           ocl.map_seq
lift.def @rows<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %r = lift.map (%xs) in %xss {
    %s = lift.sort %xs
    lift.yield %s
  }
  lift.return %r
}

// Two numbers are moved with each other; of three and more, only the key, and where they are.
// CHECK-LABEL: lift.def @two
// CHECK:       ocl.scatter_{{.*}} : !lift.array<N, tuple<i8, i64>>
lift.def @two<N>(%xs: !lift.array<N, tuple<i8, i64>>) -> !lift.array<N, tuple<i8, i64>> {
  %r = lift.sort (%x) in %xs {
    %k = lift.get %x[0]
    lift.yield %k
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @three
// CHECK:       ocl.scatter_{{.*}} : !lift.array<N, tuple<i8, i32>>
// CHECK:       lift.at_unchecked %xs
lift.def @three<N>(%xs: !lift.array<N, tuple<i8, i64, i64>>) -> !lift.array<N, tuple<i8, i64, i64>> {
  %r = lift.sort (%x) in %xs {
    %k = lift.get %x[0]
    lift.yield %k
  }
  lift.return %r
}
