// RUN: lift-opt %s -p lift-to-opencl --profile generic | filecheck %s --check-prefix=GROUPED
// RUN: lift-opt %s -p lift-to-opencl --profile generic,looping=alone | filecheck %s --check-prefix=ALONE
// RUN: lift-opt %s -p lift-to-opencl --profile generic,looping=alone,group=16 | filecheck %s --check-prefix=SMALL

// A work item with a long loop is in a group of its own.
// GROUPED-LABEL: host.program @rows
// GROUPED: host.launch @rows_1({{.*}}) local = [64] groups = [(N + 63) floordiv 64]
// ALONE-LABEL: host.program @rows
// ALONE: host.launch @rows_1({{.*}}) local = [if(M ge 64, 1, 64)] groups = [if(M ge 64, N, (N + 63) floordiv 64)]
// SMALL-LABEL: host.program @rows
// SMALL: host.launch @rows_1({{.*}}) local = [if(M ge 16, 1, 16)] groups = [if(M ge 16, N, (N + 15) floordiv 16)]
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %zero: i32) -> !lift.array<N, i32> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.reduce_seq (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// A length that is a number decides at once.
// GROUPED-LABEL: host.program @fixed
// GROUPED: local = [64]
// ALONE-LABEL: host.program @fixed
// ALONE: local = [64] groups = [(N + 63) floordiv 64]
// SMALL-LABEL: host.program @fixed
// SMALL: local = [1] groups = [N]
lift.def @fixed<N>(%m: !lift.array<N, !lift.array<16, i32>>, %zero: i32) -> !lift.array<N, i32> {
  %r = ocl.map_glb<0> (%row) in %m {
    %s = ocl.reduce_seq (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Without a loop a group is as large as the profile says.
// ALONE-LABEL: host.program @plain
// ALONE: local = [64] groups = [(N + 63) floordiv 64]
// SMALL-LABEL: host.program @plain
// SMALL: local = [16] groups = [(N + 15) floordiv 16]
lift.def @plain<N>(%m: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = ocl.map_glb<0> (%x) in %m {
    %t = arith.addi %x, %x : i32
    lift.yield %t
  }
  lift.return %r
}

// What is written beside a map that may have no elements is written all the same: there is a work group.
// GROUPED:      host.launch @beside_1({{.*}}) local = [64] groups = [max((M + 62) floordiv 64, 1)]
lift.def @beside<M>(%c: i32, %xs: !lift.array<M, i32>, %ys: !lift.array<M - 1, i32>) -> !lift.array<M, i32> {
  %r = lift.map (%x) in %xs {
    %y = ocl.map_glb<0> (%e) in %ys {
      %d = arith.addi %e, %e : i32
      lift.yield %d
    }
    %s = ocl.reduce_seq (%acc, %e) in %y from %c {
      lift.yield %acc
    }
    lift.yield %s
  }
  lift.return %r
}
