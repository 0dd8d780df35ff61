// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view | filecheck %s

// The first row of a share, and that of the next one, are found in the running sums; the rows between them are a loop.
// CHECK-LABEL: kernel.func @sums_1
// CHECK: kernel.for %share[share] = %wg_id to 4 step
// CHECK: kernel.for %digit[digit] = 0 to log2(2 * N + 1) step 1 with
// CHECK: kernel.length {{.*}} [row] upto N
// CHECK: kernel.if row + sum(i : row, rows[i]) lt
// CHECK: kernel.length {{.*}} [first] upto N
// CHECK: kernel.for %digit_1[digit1] = 0 to
// CHECK: kernel.length {{.*}} [end] upto N
// CHECK: kernel.for %k[k] = first to end step 1 {
// CHECK: kernel.for %i = 0 to rows[k] step 1
// CHECK: groups = [4]
lift.def @sums<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %r = ocl.map_shares<0> into 4 (%row) in %xss {
    %s = ocl.reduce_seq (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// What is stored for a row is stored once, whoever has the row; what is as large for each row has room for each share.
// CHECK-LABEL: host.program @temporaries
// CHECK-DAG: %scan = host.alloc i32[sum(i : N, rows[i])]
// CHECK-DAG: %many = host.alloc i32[16 * N]
lift.def @temporaries<N, rows[N]>(%xss: !lift.array<i : N, !lift.array<rows[i], i32>>) -> !lift.array<N, tuple<i32, i32>> {
  %zero = arith.constant 0 : i32
  %r = ocl.map_shares<0> into 16 (%row) in %xss {
    %scan = ocl.scan_seq (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    %is = lift.generate [i : N] {
      %n = lift.nat i : i32
      lift.yield %n
    }
    %many = ocl.map_seq (%i) in %is {
      %x = lift.at %scan[%i] else %zero
      lift.yield %x
    }
    %a = lift.at %many[0]
    %b = lift.at %many[N - 1]
    %p = lift.tuple %a, %b
    lift.yield %p
  }
  lift.return %r
}
