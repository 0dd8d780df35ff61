// Histograms: each item of a work group counts in numbers of its own in local memory, every so many elements, and the numbers of
// groups are added up by a second kernel. Where they do not fit, an item has a part, and its numbers in global memory.
//
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT
// RUN: lift-opt %s --profile gpu,local_bytes=256 -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s --check-prefix=NO-ROOM

// CHECK-LABEL: void few_1(
// CHECK:      local int copy_copies[1024];
// CHECK:        copy_copies[16 * l_id + i] = 0;
// CHECK:        int place = bins[65 * wg_id + l_id + offset + 64 * i];
// CHECK:        (copy_copies + 16 * l_id)[place] =
// CHECK:      barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: if (l_id < 16) {
// CHECK:        for (int i = 0; i < 64; i++) {
// CHECK:        copies[16 * wg_id + l_id] =
// CHECK-LABEL: void few_2(
// REPORT:     @few_1            local = [64]
// REPORT:       local memory    4096 bytes
// REPORT:       load   global  i32  coalesced
// NO-ROOM:    @few_1            local = [64]
// NO-ROOM:      local memory    0 bytes
lift.def @few<N>(%bins: !lift.array<N, i32>) -> !lift.array<16, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = lift.generate [i : 16] {
    lift.yield %zero
  }
  %counts = lift.update (%count, %x) in %bins at %bins into %zeros {
    %more = arith.addi %count, %one : i32
    lift.yield %more
  }
  lift.return %counts
}

// As many as are known to be: fewer items have room.
// REPORT:     @known_1          local = [32]
// REPORT:       local memory    25600 bytes
lift.def @known<N, M>(%bins: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> where [M le 200] {
  %counts = lift.update (%count, %x) in %bins at %bins into %before {
    %more = arith.addi %count, %x : i32
    lift.yield %more
  }
  lift.return %counts
}

// REPORT:     @any_1            local = [64]
// REPORT:       local memory    0 bytes
lift.def @any<N, M>(%bins: !lift.array<N, i32>, %before: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %counts = lift.update (%count, %x) in %bins at %bins into %before {
    %more = arith.addi %count, %x : i32
    lift.yield %more
  }
  lift.return %counts
}

// What goes in order is one item's.
// REPORT:     @ordered_2        local = [1]
lift.def @ordered<N>(%bins: !lift.array<N, i32>, %before: !lift.array<16, i32>) -> !lift.array<16, i32> {
  %counts = lift.update ordered (%count, %x) in %bins at %bins into %before {
    %more = arith.addi %count, %x : i32
    lift.yield %more
  }
  lift.return %counts
}
