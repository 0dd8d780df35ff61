// RUN: lift-opt %s -p 'lift-apply{step="partition_evenly m=4 at %%ys" function=positions},lift-apply{step="partition_evenly m=4 n=8 at %%ys" function=vectors}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="partition_evenly m=4 s=8 at %%ys" function=positions}' | filecheck %s --check-prefix=BLOCKS
// RUN: not lift-opt %s -p 'lift-apply{step="partition_evenly m=4 at %%ys" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="partition_evenly m=4 n=8 at %%ys" function=positions}' 2>&1 | filecheck %s --check-prefix=DIVIDED

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %partition = lift.partition %xs into (N + N floordiv 4) floordiv (N floordiv 4 + 1) by (i) -> (min(N - i * (N floordiv 4) - i, N floordiv 4 + 1))
// CHECK-NEXT: %ys_n = lift.map (%x_n)[i] in %partition
// CHECK-NEXT: %ys = lift.map (%x)[k] in %x_n
// CHECK-NEXT: %n = lift.nat i * (N floordiv 4) + i + k
// CHECK-NEXT: %y = arith.addi %x, %n
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %ys
// CHECK-NEXT: }
// CHECK-NEXT: %join = lift.join %ys_n
// CHECK-NEXT: lift.return %join
// DIVIDED: error[LIFT0366]: `partition_evenly m=4 n=8 at %ys` does not hold: `N mod 8 eq 0` is not proved
// BLOCKS: %partition = lift.partition %xs into {{.*}} by (i) -> (min(N - 8 * i * (N floordiv 32) - 8 * i, 8 * (N floordiv 32) + 8))
// BLOCKS: %n = lift.nat 8 * i * (N floordiv 32) + 8 * i + k
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

// CHECK-LABEL: lift.def @vectors
// CHECK-NEXT: %partition = lift.partition %xs into (N + N floordiv 4) floordiv (N floordiv 4 + 1) by (i) -> (8 * min(N - i * (N floordiv 4) - i, N floordiv 4 + 1))
// CHECK-NEXT: %ys_n = lift.map (%x_n)[i] in %partition
// CHECK-NEXT: %ys = lift.map (%x)[k] in %x_n
// CHECK-NEXT: %n = lift.nat 8 * i * (N floordiv 4) + 8 * i + k
lift.def @vectors<N>(%xs: !lift.array<8 * N, i32>) -> !lift.array<8 * N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %n = lift.nat k : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y : i32
  }
  lift.return %ys
}

lift.def @triangle<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %ys = lift.map (%row)[k] in %m {
    %part = lift.slice %v from 0 size k + 1
    %both = lift.zip %row, %part
    %y = lift.reduce (%acc, %p)[j] in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %y
  }
  lift.return %ys
}

lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, tuple<i32, f32>>>) -> !lift.array<N, !lift.array<M, tuple<f32, i32>>> {
  %ys = lift.map (%row) in %m {
    %line = lift.map (%p) in %row {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %q = lift.tuple %b, %a
      lift.yield %q
    }
    lift.yield %line
  }
  lift.return %ys
}

lift.def @slices<N>(%xs: !lift.array<N, i32>) -> !lift.array<N - 1, i32> {
  %tail = lift.slice %xs from 1 size N - 1
  %ys = lift.map (%x)[k] in %tail {
    %before = lift.at %xs[k]
    %y = arith.subi %x, %before : i32
    lift.yield %y
  }
  lift.return %ys
}

// REFUSED: error[LIFT0366]: `partition_evenly m=4 at %ys` does not hold: the length is hidden
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  %kept = lift.filter (%x) in %xs {
    %c = arith.cmpi slt, %zero, %x : i32
    lift.yield %c
  }
  %ys = lift.map (%x) in %kept {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  lift.return %ys
}
