// RUN: lift-opt %s -p "lift-set-profile{profile=pocl},lift-to-ocl{strategy=cpu}" | filecheck %s

// Rows that are added up: parts of the rows first, in which a work item goes through memory in order, then columns by vectors.
// CHECK-LABEL: lift.def @column_sums
// CHECK:      ocl.map_wrg<0>
// CHECK:      ocl.map_wrg<0>
// CHECK:        ocl.as_vector 8
lift.def @column_sums<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.generate [i : M] {
    lift.yield %zero
  }
  %r = lift.reduce (%acc, %row) in %a from %zeros {
    %both = lift.zip %acc, %row
    %s = lift.map (%p) in %both {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %t = arith.addf %x, %y : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
