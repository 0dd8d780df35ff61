// RUN: lift-opt %s -p lift-to-ocl | filecheck %s

// Elements that are not read are not computed, whoever runs the map; the position is what it was.
// CHECK-LABEL: lift.def @sliced
// CHECK-NEXT: [[S:%.*]] = lift.slice %xs from 2 size N - 2
// CHECK-NEXT: ocl.map_glb<0> (%x)[k] in [[S]] : !lift.array<N - 2, i32> {
// CHECK-NEXT:   lift.nat k + 2 : i32
lift.def @sliced<N>(%xs: !lift.array<N, i32>) -> !lift.array<N - 2, i32> where [N ge 2] {
  %a = ocl.map_glb<0> (%x)[k] in %xs {
    %i = lift.nat k : i32
    %y = arith.muli %x, %i : i32
    lift.yield %y
  }
  %r = lift.slice %a from 2 size N - 2
  lift.return %r
}

// What another one reads is computed as a whole.
// CHECK-LABEL: lift.def @read_twice
// CHECK-NEXT: %a = ocl.map_glb<0> (%x) in %xs
// CHECK:      %b = lift.slice %a from 2 size N - 2
lift.def @read_twice<N>(%xs: !lift.array<N, i32>) -> tuple<!lift.array<N, i32>, !lift.array<N - 2, i32>> where [N ge 2] {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %b = lift.slice %a from 2 size N - 2
  %r = lift.tuple %a, %b
  lift.return %r
}
