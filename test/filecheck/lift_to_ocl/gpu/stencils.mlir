// Stencils: a group has what the windows of its tile see in local memory, with a halo around, and copies it along global memory.
// What fills no tile is done by kernels of its own.
//
// RUN: lift-opt %s --profile gpu -p 'lift-to-opencl{strategy=gpu}' -o %t
// RUN: lift-opt %t -t opencl | filecheck %s
// RUN: lift-opt %t -t report | filecheck %s --check-prefix=REPORT
// RUN: lift-opt %s --profile gpu,local_bytes=256 -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s --check-prefix=NO-ROOM
// RUN: lift-opt %s --profile gpu,blocks=off -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s --check-prefix=NO-ROOM
// RUN: lift-opt %s --profile mali -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s --check-prefix=NO-ROOM

// Without room, or where local memory is no nearer than caches, each item reads its window.
// CHECK-LABEL: void line_1(
// CHECK:      local float r_n_copy[66];
// CHECK:      int l_id = get_local_id(0);
// CHECK:      for (int i = l_id; i < 66; i += 64) {
// CHECK:        r_n_copy[i] = a[
// CHECK:      barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: result[l_id + 64 * wg] = r_n_copy[l_id] + r_n_copy[l_id + 1] + r_n_copy[l_id + 2];
// CHECK-LABEL: void line_2(
// REPORT:      @line_1           local = [64]
// REPORT-NEXT:                   groups = [max(N floordiv 64, 1)]
// REPORT:        local memory    264 bytes
// REPORT:        barriers        1
// REPORT:      @line_2           local = [64]
// REPORT-NEXT:                   groups = [(N mod 64 + 63) floordiv 64]
// NO-ROOM:     @line_1
// NO-ROOM:       local memory    0 bytes
// NO-ROOM-NOT: @line_2
lift.def @line<N>(%a: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad clamp 1, 1 %a
  %w = lift.slide 3 by 1 %p
  %r = lift.map (%t) in %w {
    %x = lift.at %t[0]
    %y = lift.at %t[1]
    %z = lift.at %t[2]
    %xy = arith.addf %x, %y : f32
    %s = arith.addf %xy, %z : f32
    lift.yield %s
  }
  lift.return %r
}

// Rows of a tile are neighbours in memory, also of the copy; of windows that go along columns alone, there is no halo beside.
// CHECK-LABEL: void plane_1(
// CHECK:      local float line_n_copy[288];
// CHECK:      for (int i = l_id; i < 18; i += 16) {
// CHECK:        line_n_copy[l_id1 + 16 * i] = {{.*}}a[
// CHECK:      barrier(CLK_LOCAL_MEM_FENCE);
// REPORT:     @plane_1          local = [16, 16]
// REPORT:       local memory    1152 bytes
// REPORT:       load   global  f32  coalesced
// REPORT:       store  local   f32  coalesced
// REPORT:       load   local   f32  coalesced
// REPORT:       store  global  f32  coalesced
// REPORT:     @plane_2          local = [64]
// REPORT:     @plane_3          local = [64]
// NO-ROOM:    @plane_1
// NO-ROOM:      local memory    0 bytes
// NO-ROOM-NOT: @plane_2
lift.def @plane<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %edge = lift.generate [e : M] {
    lift.yield %zero
  }
  %p = lift.pad constant %edge 1, 1 %a
  %bands = lift.slide 3 by 1 %p
  %r = lift.map (%band) in %bands {
    %columns = lift.transpose %band
    %line = lift.map (%column) in %columns {
      %s = lift.reduce (%acc, %x) in %column from %zero {
        %y = arith.addf %acc, %x : f32
        lift.yield %y
      }
      lift.yield %s
    }
    lift.yield %line
  }
  lift.return %r
}

// In space, a group has a tile of a plane, and what is seen of the planes before and behind.
// CHECK-LABEL: void space_1(
// CHECK:      local float line_n_copy[864];
// CHECK:      for (int i = 0; i < 3; i++) {
// REPORT:     @space_1          local = [16, 16, 1]
// REPORT-NEXT:                  groups = [max(L floordiv 16, 1), max(M floordiv 16, 1), N]
// REPORT:       load   global  f32  coalesced
lift.def @space<N, M, L>(%a: !lift.array<N + 2, !lift.array<M, !lift.array<L + 2, f32>>>) -> !lift.array<N, !lift.array<M, !lift.array<L, f32>>> {
  %slabs = lift.slide 3 by 1 %a
  %r = lift.map (%slab) in %slabs {
    %beams = lift.transpose %slab
    %plane = lift.map (%beam) in %beams {
      %rows = lift.map (%row) in %beam {
        %threes = lift.slide 3 by 1 %row
        lift.yield %threes
      }
      %points = lift.transpose %rows
      %line = lift.map (%cross) in %points {
        %before = lift.at %cross[0]
        %here = lift.at %cross[1]
        %x = lift.at %before[1]
        %y = lift.at %here[2]
        %s = arith.addf %x, %y : f32
        lift.yield %s
      }
      lift.yield %line
    }
    lift.yield %plane
  }
  lift.return %r
}
