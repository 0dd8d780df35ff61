// RUN: lift-opt %s -p 'lift-apply{step="group_to_rows at %%groups" function=runs}' | filecheck %s
// RUN: lift-opt %s -p lift-fuse | filecheck %s --check-prefix=FUSED
// RUN: not lift-opt %s -p 'lift-apply{step="group_to_rows at %%r" function=filtered}' 2>&1 | filecheck %s --check-prefix=FILTERED

// CHECK-LABEL: lift.def @runs
// CHECK-NEXT: %before = lift.gather %xs by (i) -> (if({{.*}}))
// CHECK-NEXT: %pairs = lift.zip %before, %xs
// CHECK-NEXT: %starts = lift.filter (%pair)[i] in %pairs
// CHECK-NEXT:   %a = lift.get %pair[0]
// CHECK-NEXT:   %b = lift.get %pair[1]
// CHECK-NEXT:   %same = arith.cmpi eq, %a, %b
// CHECK:        lift.nat i
// CHECK:        %begins = arith.ori
// CHECK:      %n = lift.length %xs
// CHECK-NEXT: %groups = lift.map (%begin)[k] in %starts
// CHECK-NEXT:   [[NEXT:%[a-z0-9_.]+]] = lift.nat k + 1
// CHECK-NEXT:   %after = lift.at %starts[[[NEXT]]] else %n
// CHECK-NEXT:   %size = arith.subi %after, %begin
// CHECK-NEXT:   %row = ocl.row %xs from %begin size %size
// CHECK-NEXT:   lift.yield %row

// What is done with a row is done where it is made: there is no array of rows.
// FUSED-LABEL: lift.def @runs
// FUSED: lift.map (%begin)[k] in %starts
// FUSED: ocl.row
// FUSED-NEXT: lift.length
// FUSED-NOT: lift.map
lift.def @runs<N>(%xs: !lift.array<N, i32>) -> !lift.exists<G upto N, !lift.array<G, i32>> {
  %groups = lift.group (%a, %b) in %xs {
    %same = arith.cmpi eq, %a, %b : i32
    lift.yield %same
  }
  %r = lift.map (%run) in %groups {
    %length = lift.length %run
    lift.yield %length
  }
  lift.return %r
}

// FILTERED: error[LIFT0366]: `group_to_rows at %r` does not hold: `%r = lift.filter` is not a `lift.group`
lift.def @filtered<N>(%xs: !lift.array<N, i32>, %c: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  lift.return %r
}
