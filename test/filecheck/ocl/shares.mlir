// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @sums
lift.def @sums<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  // CHECK: ocl.map_shares<0> into 128 (%row)[{{k[0-9]*}}] in %xss : !lift.array<N, i32> {
  %r = ocl.map_shares<0> into 128 (%row) in %xss {
    %s = ocl.reduce_seq (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @pairs
lift.def @pairs<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>, %ys: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %both = lift.zip %ys, %xss
  // CHECK: ocl.map_shares<1> launch(local = [1, 1], groups = [1, 4]) into 4 (%pair)[k] in %both : !lift.array<N, i32> {
  %r = ocl.map_shares<1> launch(local = [1, 1], groups = [1, 4]) into 4 (%pair)[k] in %both {
    %y = lift.get %pair[0]
    %row = lift.get %pair[1]
    %s = ocl.reduce_seq (%acc, %x) in %row from %y {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
lift.def @inside<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  // CHECK: ocl.map_shares<0> into 4 (%row)[k] in %xss : !lift.array<k : N, !lift.array<k + 1, i32>> {
  // CHECK-NEXT: ocl.map_lcl<0>
  %r = ocl.map_shares<0> into 4 (%row)[k] in %xss {
    %s = ocl.map_lcl<0> (%x) in %row {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}
