// RUN: lift-opt %s --split-input-file -t report | filecheck %s

// Neighbours side by side, at a distance, at one place, and where data says; each item does 2 of 128 * M elements.
// CHECK:      @neighbours       local = [64]
// CHECK-NEXT:                   groups = [M]
// CHECK-NEXT:   read            1536 * M bytes
// CHECK-NEXT:   written         512 * M bytes
// CHECK-NEXT:   operations      384 * M
// CHECK-NEXT:   local memory    256 bytes
// CHECK-NEXT:   private memory  0 scalars
// CHECK-NEXT:   barriers        1
// CHECK-NEXT:   load   global  i32  coalesced  128 * M  %x[i + 64 * k]
// CHECK-NEXT:   load   global  i32  strided 2  128 * M  %x[k + 2 * l0]
// CHECK-NEXT:   store  local   i32  coalesced  128 * M  %tile[l0]
// CHECK-NEXT:   load   global  i32  unknown    128 * M  %x[e]
// CHECK-NEXT:   store  global  i32  broadcast  128 * M  %y[w0]
// CHECK-NEXT:   load   local   i32  one item   M        %tile[0]
kernel.func @neighbours<M>(%x: !kernel.buffer<global, i32>, %y: !kernel.buffer<global, i32>) where [M ge 2] {
  %l = kernel.local_id 0
  %wg = kernel.group_id 0
  %n = kernel.local_size 0
  %tile = kernel.alloc local i32[64]
  kernel.for %k = 0 to 2 step 1 {
    kernel.for %i = %l to 64 step %n {
      %e = kernel.load %x[%i + 64 * %k]
      %f = kernel.load %x[%k + 2 * %l]
      %s = arith.addi %e, %f : i32
      kernel.store %s, %tile[%l]
      %g = kernel.load %x[%e]
      %t = arith.addi %g, %s : i32
      %u = arith.addi %g, %t : i32
      kernel.store %u, %y[%wg]
    }
  }
  kernel.barrier local
  kernel.if %l lt 1 {
    %z = kernel.load %tile[0]
  }
}
host.program @f<M>(%x: !kernel.buffer<global, i32>) of (%x: !lift.array<M, i32>) -> !lift.array<M, i32> where [M ge 2] {
  %y = host.alloc i32[M]
  host.launch @neighbours(%x, %y) local = [64] groups = [M]
  host.return %y
}

// -----

// Rows of N elements that are read by columns: a jump after each N. Indices that two loops share, and a triangle.
// CHECK:      @rows             local = [64]
// CHECK:        read            2 * M * M * N * N + 6 * M * N bytes
// CHECK:        load   global  f32  coalesced, runs of N  M * N                         %x[2 * N * (g floordiv N..
// CHECK-NEXT:   load   global  f32  strided M, runs of N  M * N                         %x[M * (g mod N) + g flo..
// CHECK-NEXT:   load   global  f32  broadcast             M * N * (M * N - 1) floord..  %x[i]
// CHECK-NEXT:   store  global  f32  coalesced             M * N                         %y[g]
kernel.func @rows<M, N>(%x: !kernel.buffer<global, f32>, %y: !kernel.buffer<global, f32>) {
  %first = kernel.global_id 0
  %all = kernel.global_size 0
  kernel.for %g = %first to M * N step %all {
    %a = kernel.load %x[2 * N * (%g floordiv N) + %g mod N]
    %b = kernel.load %x[M * (%g mod N) + %g floordiv N]
    kernel.for %i = 0 to %g step 1 {
      %c = kernel.load %x[%i]
    }
    kernel.store %a, %y[%g]
  }
}
host.program @g<M, N>(%x: !kernel.buffer<global, f32>) of (%x: !lift.array<2 * M * N, f32>) -> !lift.array<M * N, f32> {
  %y = host.alloc f32[M * N]
  host.launch @rows(%x, %y) local = [64] groups = [M]
  host.return %y
}

// -----

// Vectors side by side are as good as scalars; what a condition on data decides is not counted.
// CHECK:      @vectors          local = [8, 8]
// CHECK:        read            ? bytes
// CHECK:        operations      0
// CHECK:        vload   global  f32  coalesced  256 * N  %x[4 * l0 + 32 * l1]
// CHECK-NEXT:   vload   global  f32  strided 8  256 * N  %x[8 * l0]
// CHECK-NEXT:   load    global  f32  coalesced  ?        %x[l0]
kernel.func @vectors<N>(%x: !kernel.buffer<global, f32>, %p: !kernel.buffer<global, f32>, %c: i1) {
  %i = kernel.local_id 0
  %j = kernel.local_id 1
  %a = kernel.vload 4 %x[4 * %i + 32 * %j]
  %b = kernel.vload 4 %x[8 * %i]
  kernel.if %c {
    %e = kernel.load %x[%i]
    kernel.store %e, %p[%i]
  }
}
host.program @h<N>(%x: !kernel.buffer<global, f32>, %c: i1) of (%x: !lift.array<N, f32>, %c: i1) -> !lift.array<N, f32> {
  %y = host.alloc f32[N]
  host.launch @vectors(%x, %y, %c) local = [8, 8] groups = [4, N]
  host.return %y
}

// -----

// A module without launches has nothing to tell.
// CHECK-NOT: @
lift.def @same(%x: i32) -> i32 {
  lift.return %x
}
