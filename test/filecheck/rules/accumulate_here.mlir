// RUN: lift-opt %s -p 'lift-apply{step="accumulate_here at %%sum" function=holds}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="accumulate_here at %%sum" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK:      %sum = ocl.reduce_seq (%acc, %row)[k] in %xss from %begin
// CHECK:      %sum_own = ocl.to_private %sum
// CHECK-NEXT: lift.return %sum_own
lift.def @holds<N>(%xss: !lift.array<N, !lift.array<2, !lift.array<3, i32>>>, %begin: !lift.array<2, !lift.array<3, i32>>) -> !lift.array<2, !lift.array<3, i32>> {
  %sum = lift.reduce (%acc, %row)[k] in %xss from %begin {
    %both = lift.zip %acc, %row
    %next = lift.map (%p) in %both {
      %as = lift.get %p[0]
      %xs = lift.get %p[1]
      %ax = lift.zip %as, %xs
      %line = lift.map (%q) in %ax {
        %a = lift.get %q[0]
        %x = lift.get %q[1]
        %n = lift.nat k : i32
        %nx = arith.muli %n, %x : i32
        %s = arith.addi %a, %nx : i32
        lift.yield %s
      }
      lift.yield %line
    }
    lift.yield %next
  }
  lift.return %sum
}

// REFUSED: error[LIFT0366]: `accumulate_here at %sum` does not hold: private memory has a size that is a number
lift.def @refused<N, M>(%xss: !lift.array<N, !lift.array<M, f32>>, %begin: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %sum = lift.reduce (%acc, %row) in %xss from %begin {
    %both = lift.zip %acc, %row
    %next = lift.map (%p) in %both {
      %a = lift.get %p[0]
      %x = lift.get %p[1]
      %s = arith.addf %a, %x : f32
      lift.yield %s
    }
    lift.yield %next
  }
  lift.return %sum
}
