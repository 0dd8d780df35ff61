// A scan for work groups: each adds up its chunk as a tree, and scans it in local memory then, with what comes before it; nothing is
// read or written across memory.
//
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT
// RUN: lift-opt %s --profile gpu,local_bytes=4096 -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s --check-prefix=NO-ROOM

// CHECK-LABEL: void sums_3(
// CHECK:        chunk_copy[l] = xs[1024 * wg + l];
// CHECK:        barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:          {{.*}} + (uint)chunk_copy[16 * l_id + i]);
// CHECK:        sums[l_id] = acc;
// CHECK:          rows[16 * l_id + i] = s;
// CHECK:        barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:        result[1024 * wg + l] = rows[l];
// REPORT:     @sums_1           local = [64]
// REPORT:       load   global  i32  coalesced
// REPORT:     @sums_3           local = [64]
// REPORT-NOT: strided 1024
// NO-ROOM:      load   global  i32  strided 1024
lift.def @sums<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %y = lift.scan (%acc, %x) in %xs from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %y
}
