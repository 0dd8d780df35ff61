// Maps for work groups: neighbours have neighbouring elements, in as many dimensions as there are, and what is read across memory
// goes through a tile in local memory.
//
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT
// RUN: lift-opt %s --profile gpu,local_bytes=512 -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s --check-prefix=NO-ROOM

// CHECK-LABEL: void turned_1(
// CHECK:      l_n_copy[16 * l_id + l_id1] = a[
// CHECK:      barrier(CLK_LOCAL_MEM_FENCE);
// REPORT:     @turned_1         local = [16, 16]
// REPORT:       load   global  f32  coalesced
// REPORT:       store  global  f32  coalesced
// REPORT:     @turned_2
// NO-ROOM:    @turned_1         local = [64]
// NO-ROOM:      load   global  f32  strided M
lift.def @turned<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %t = lift.transpose %a
  %c = lift.map (%row) in %t {
    %l = lift.map (%x) in %row {
      %y = arith.addf %x, %x : f32
      lift.yield %y
    }
    lift.yield %l
  }
  lift.return %c
}

// Planes and rows have work groups.
// REPORT:     @cube_1           local = [64, 1]
// REPORT:                       groups = [M, N]
// REPORT:       load   global  f32  coalesced
// REPORT:       store  global  f32  coalesced
lift.def @cube<N, M, K>(%a: !lift.array<N, !lift.array<M, !lift.array<K, f32>>>)
    -> !lift.array<N, !lift.array<M, !lift.array<K, f32>>> {
  %c = lift.map (%plane) in %a {
    %p = lift.map (%row) in %plane {
      %l = lift.map (%x) in %row {
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      lift.yield %l
    }
    lift.yield %p
  }
  lift.return %c
}

// Rows of three are too short for the items of a group: they are those of one item.
// REPORT:     @pixels_1         local = [64]
// REPORT:                       groups = [N]
// REPORT:       load   global  f32  strided 3
lift.def @pixels<N, M>(%a: !lift.array<N, !lift.array<M, !lift.array<3, f32>>>)
    -> !lift.array<N, !lift.array<M, !lift.array<3, f32>>> {
  %c = lift.map (%line) in %a {
    %p = lift.map (%pixel) in %line {
      %l = lift.map (%x) in %pixel {
        %y = arith.addf %x, %x : f32
        lift.yield %y
      }
      lift.yield %l
    }
    lift.yield %p
  }
  lift.return %c
}
