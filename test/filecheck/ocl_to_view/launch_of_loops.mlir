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

// How many elements there are only the device knows: on a CPU there are no more groups than keep it busy.
// GROUPED-LABEL: host.program @hidden
// GROUPED: host.launch @hidden_1({{.*}}) local = [64] groups = [(N + 63) floordiv 64]
// ALONE-LABEL: host.program @hidden
// ALONE: host.launch @hidden_1({{.*}}) local = [64] groups = [(min(N, 8192) + 63) floordiv 64]
// SMALL-LABEL: host.program @hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %one: i32) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.unpack (%xs)[X] in %e {
    %ys = ocl.map_glb<0> (%x) in %xs {
      %y = arith.addi %x, %one : i32
      lift.yield %y
    }
    %p = lift.pack %ys as !lift.exists<X upto N, !lift.array<X, i32>>
    lift.yield %p
  }
  lift.return %r
}

// What is not more than one of two is not more than the other.
// ALONE-LABEL: kernel.func @chunk_1
// ALONE: kernel.length %{{.*}} upto 16
// ALONE-LABEL: host.program @chunk
lift.def @chunk<N, M>(%xs: !lift.array<N, i32>, %zero: i32) -> !lift.array<(N + 15) floordiv 16, i32> {
  %chunks = lift.partition %xs into (N + 15) floordiv 16 by (i) -> (min(N - 16 * i, 16))
  %r = ocl.map_glb<0> (%chunk)[k] in %chunks {
    %some = ocl.filter_seq (%x) in %chunk {
      %keep = arith.cmpi sgt, %x, %zero : i32
      lift.yield %keep
    }
    %s = ocl.reduce_seq (%acc, %x) in %some from %zero {
      %t = arith.xori %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
