// RUN: lift-opt %s -p lift-to-opencl | filecheck %s

// The number of slots of a temporary may depend on a loop further out: then that has slots, too.
// CHECK-LABEL: kernel.func @slots_1
// CHECK: kernel.alloc local i32[
lift.def @slots(%xs: !lift.array<3, i32>, %ys: !lift.array<3, i32>, %c: i32) -> !lift.array<3, !lift.array<3, i32>> {
  %r = ocl.map_wrg<0> (%x)[k] in %xs {
    %s = ocl.map_lcl<0> (%y) in %ys {
      %part = lift.slice %ys from k size 3 - k
      %t = ocl.reduce_seq (%acc, %e)[i] in %part from %c {
        %is = lift.generate [j : i] {
          lift.yield %e
        }
        %copy = ocl.map_seq (%v) in %is {
          lift.yield %v
        }
        %l = ocl.to_local %copy
        %sum = ocl.reduce_seq (%b, %v) in %l from %acc {
          %d = arith.addi %b, %v : i32
          lift.yield %d
        }
        lift.yield %sum
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Each row has a length of its own. A temporary that is as long, and one that may be, has room for the bound of it, so that the
// memory of a row begins where it does whatever the lengths of others are.
// CHECK-LABEL: kernel.func @own_1
// CHECK: %X = kernel.length %{{.*}} upto M
// CHECK: kernel.store %{{.*}}, %sums[%{{[a-z]+}} * M + %i]
// CHECK: kernel.store %{{.*}}, %odd1[%{{[a-z]+}} * M + %kept{{.*}}]
// CHECK-LABEL: host.program @own
// CHECK-DAG: %sums = host.alloc i32[M * N]
// CHECK-DAG: %odd = host.alloc i32[N]
// CHECK-DAG: %odd_1 = host.alloc i32[M * N]
// CHECK: host.launch @own_1
lift.def @own<N, M>(%ns: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = ocl.map_glb<0> (%n) in %ns {
    %numbers = lift.generate [j : %n upto M] {
      %j = lift.nat j : i32
      lift.yield %j
    }
    %sums = ocl.scan_seq (%acc, %x) in %numbers from %n {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %odd = ocl.filter_seq (%x) in %sums {
      %bit = arith.andi %x, %one : i32
      %keep = arith.cmpi eq, %bit, %one : i32
      lift.yield %keep
    }
    %last = ocl.reduce_seq (%acc, %x) in %odd from %zero {
      %twice = arith.addi %acc, %acc : i32
      %s = arith.addi %twice, %x : i32
      lift.yield %s
    }
    lift.yield %last
  }
  lift.return %r
}
