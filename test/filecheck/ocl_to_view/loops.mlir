// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-to-view' | filecheck %s

// A map over all work items is a strided loop; its elements are accessed through views.
// CHECK-LABEL: kernel.func @negate_1<N>(%xs: !kernel.buffer<global, f32>, %result: !kernel.buffer<global, f32>) {
// CHECK-NEXT: [[X:%.*]] = view.memory %xs : !view.view<!lift.array<N, f32>>
// CHECK-NEXT: [[R:%.*]] = view.memory %result : !view.view<!lift.array<N, f32>>
// CHECK-NEXT: %g_id = kernel.global_id 0
// CHECK-NEXT: [[SIZE:%.*]] = kernel.global_size 0
// CHECK-NEXT: kernel.for %g = %g_id to N step [[SIZE]] {
// CHECK-NEXT:   [[E:%.*]] = view.access [[X]][%g]
// CHECK-NEXT:   [[D:%.*]] = view.access [[R]][%g]
// CHECK-NEXT:   [[V:%.*]] = view.load [[E]]
// CHECK-NEXT:   %y = arith.negf [[V]]
// CHECK-NEXT:   view.store %y, [[D]]
// The host reserves the result and launches the kernel.
// CHECK-LABEL: host.program @negate<N>
// CHECK-NEXT: %result = host.alloc f32[N]
// CHECK-NEXT: host.launch @negate_1(%xs, %result) local = [64] groups = [(N + 63) floordiv 64]
// CHECK-NEXT: host.return %result
lift.def @negate<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}

// A fold of scalars carries its accumulator; one of arrays, element by element, is done in place.
// CHECK-LABEL: kernel.func @sums_1
// CHECK:      kernel.for %i = 0 to N step 1 with (%acc = %zero) : f32
// CHECK-LABEL: kernel.func @rows_1
// CHECK:      [[R:%.*]] = view.memory %result : !view.view<!lift.array<M, f32>>
// CHECK:      kernel.for {{.*}} = 0 to M step 1
// CHECK:        view.store
// CHECK:      kernel.for {{.*}} = 0 to N step 1
// CHECK:        kernel.for [[J:%.*]] = 0 to M step 1
// CHECK:          view.store {{.*}}
// CHECK-NOT:  host.alloc f32[2 * M]
lift.def @sums<N>(%xs: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = ocl.reduce_seq (%acc, %x) in %xs from %zero {
    %t = arith.addf %acc, %x : f32
    lift.yield %t
  }
  lift.return %s
}
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, f32> {
  %zero = arith.constant 0.0 : f32
  %none = lift.generate [i : M] {
    lift.yield %zero
  }
  %zeros = ocl.map_seq (%x) in %none {
    lift.yield %x
  }
  %s = ocl.reduce_seq (%acc, %row) in %m from %zeros {
    %both = lift.zip %acc, %row
    %t = ocl.map_seq (%p) in %both {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %c = arith.addf %a, %b : f32
      lift.yield %c
    }
    lift.yield %t
  }
  lift.return %s
}

// One that reads elsewhere than it writes has two buffers in turn, and the result is copied out of the last.
// CHECK-LABEL: kernel.func @shifts
// CHECK:      kernel.for %i{{.*}} = 0 to N step 1
// CHECK-DAG:    view.access [[BUFFERS:%.*]][%i{{.*}} mod 2]
// CHECK-DAG:    view.access [[BUFFERS]][(%i{{.*}} + 1) mod 2]
// CHECK-LABEL: host.program @shifts
// CHECK:      host.alloc f32[2 * M]
lift.def @shifts<N, M>(%xs: !lift.array<N, f32>, %first: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %s = ocl.reduce_seq (%acc, %x) in %xs from %first {
    %back = lift.gather %acc by (i) -> (M - 1 - i)
    %t = ocl.map_seq (%a) in %back {
      %c = arith.addf %a, %x : f32
      lift.yield %c
    }
    lift.yield %t
  }
  lift.return %s
}

// Iterations of a known number go two by two, each with its buffers; those of the host have one buffer, and a number.
// CHECK-LABEL: kernel.func @private_iterations_1
// CHECK:      kernel.alloc private f32[8]
// CHECK-NEXT: kernel.alloc private f32[4]
// CHECK:      kernel.for %r{{.*}}[r] = 0 to 1 step 1
// CHECK-LABEL: kernel.func @host_iterations_2<N, M, iteration>
// CHECK-SAME: where [iteration le M]
// CHECK-LABEL: host.program @host_iterations<N, M>
// CHECK:      %r = host.alloc f32[2 * N]
// CHECK:      host.for [iteration : M] {
// CHECK-NEXT:   host.launch @host_iterations_2(%r)
// CHECK:      host.free %r
lift.def @private_iterations<N>(%m: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<1, f32>> {
  %r = ocl.map_glb<0> (%row) in %m {
    %one = lift.iterate 3 (%t)[n] in %row {
      %pairs = lift.split 2 %t
      %half = ocl.map_seq (%p) in %pairs {
        %a = lift.at %p[0]
        %b = lift.at %p[1]
        %c = arith.addf %a, %b : f32
        lift.yield %c
      }
      lift.yield %half
    }
    lift.yield %one
  }
  lift.return %r
}
lift.def @host_iterations<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate M (%t)[n] in %xs {
    %back = lift.gather %t by (i) -> (n - 1 - i)
    %a = ocl.map_glb<0> (%x) in %back {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %a
  }
  lift.return %r
}

// A scalar of a group is stored by one of its work items; local memory of a symbolic size is a parameter.
// CHECK-LABEL: kernel.func @groups_1
// CHECK-SAME: !kernel.buffer<local, f32>
// CHECK:      kernel.if %l_id eq 0 {
// CHECK-NEXT:   view.store
// CHECK-LABEL: host.program @groups
// CHECK:      host.local f32[M]
lift.def @groups<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = ocl.map_wrg<0> (%row) in %m {
    %a = ocl.map_lcl<0> (%x) in %row {
      %y = arith.negf %x : f32
      %l = ocl.to_local %y
      lift.yield %l
    }
    %s = ocl.reduce_seq (%acc, %x) in %a from %zero {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Where an accumulator is changed in place, idle work items do not read it either.
// CHECK-LABEL: kernel.func @idle_items
// CHECK:      [[IDLE:%.+]] = kernel.local_id 1
// CHECK:      kernel.if [[IDLE]] eq 0 {
// CHECK:      kernel.if [[IDLE]] eq 0 {
// CHECK-NEXT:   kernel.for %{{.+}} = 0 to 3 step 1 {
// CHECK:          view.load
lift.def @idle_items<N>(%xs: !lift.array<N, !lift.array<3, !lift.array<8, f32>>>, %zeros: !lift.array<8, f32>)
    -> !lift.array<N, !lift.array<8, f32>> launch(local = [8, 2], groups = [N, 1]) {
  %all = ocl.map_wrg<0> (%rows) in %xs {
    %first = ocl.map_lcl<0> (%x) in %zeros {
      %l = ocl.to_local %x
      lift.yield %l
    }
    %sums = ocl.reduce_seq (%acc, %row) in %rows from %first {
      %both = lift.zip %acc, %row
      %next = ocl.map_lcl<0> (%p) in %both {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %s = arith.addf %a, %b : f32
        lift.yield %s
      }
      lift.yield %next
    }
    %out = ocl.map_lcl<0> (%x) in %sums {
      %g = ocl.to_global %x
      lift.yield %g
    }
    lift.yield %out
  }
  lift.return %all
}

// The length of an iteration follows from its number, and memory has room for the longest one; a small result does not make the
// iterations private.
// CHECK-LABEL: kernel.func @host_tree_2<D, iteration>
// CHECK-SAME: where [iteration le D]
// CHECK:      view.slice {{.*}} : !view.view<!lift.array<pow(2, D + 1 - iteration), i32>>
// CHECK-LABEL: host.program @host_tree<D>
// CHECK:      %r = host.alloc i32[pow(2, D + 1)]
// CHECK:      host.for [iteration : D] {
// CHECK-NEXT:   host.launch @host_tree_2(%r) local = [64] groups = [(pow(2, D - iteration) + 63) floordiv 64]
// CHECK-LABEL: kernel.func @kernel_tree_1<N, D>
// CHECK:      kernel.for %{{.*}}[r] = 0 to D step 1 {
// CHECK:      view.slice {{.*}} : !view.view<!lift.array<pow(2, D - r), i32>>
// CHECK-LABEL: host.program @kernel_tree<N, D>
// CHECK:      %r = host.alloc i32[N * pow(2, D + 1)]
lift.def @host_tree<D>(%xs: !lift.array<pow(2, D), i32>) -> !lift.array<1, i32> {
  %r = lift.iterate D (%t)[n] in %xs {
    %twos = lift.split 2 %t
    %u = ocl.map_glb<0> (%two) in %twos {
      %a = lift.at %two[0]
      %b = lift.at %two[1]
      %c = arith.subi %a, %b : i32
      lift.yield %c
    }
    lift.yield %u
  }
  lift.return %r
}
lift.def @kernel_tree<N, D>(%m: !lift.array<N, !lift.array<pow(2, D), i32>>) -> !lift.array<N, !lift.array<1, i32>> {
  %q = ocl.map_glb<0> (%row) in %m {
    %r = lift.iterate D (%t)[n] in %row {
      %twos = lift.split 2 %t
      %u = ocl.map_seq (%two) in %twos {
        %a = lift.at %two[0]
        %b = lift.at %two[1]
        %c = arith.subi %a, %b : i32
        lift.yield %c
      }
      lift.yield %u
    }
    lift.yield %r
  }
  lift.return %q
}

// A fold that yields its accumulator as it is has two buffers; the copy between them does not make it one.
// CHECK-LABEL: kernel.func @kept_1
// CHECK:      kernel.for
lift.def @kept<N>(%a: !lift.array<N, i32>, %first: !lift.array<4, f32>) -> !lift.array<4, f32> {
  %r = ocl.reduce_seq (%acc, %x) in %a from %first {
    lift.yield %acc
  }
  lift.return %r
}
