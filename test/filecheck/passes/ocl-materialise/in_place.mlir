// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise | filecheck %s

// A fold that goes on with the accumulator of the fold around it changes it in the same memory: nothing is copied.
// CHECK-LABEL: lift.def @fold_in_fold
// CHECK:      [[MEMORY:%[a-z0-9_.]+]] = ocl.alloc private : !lift.array<2, f32>
// CHECK:      ocl.reduce_seq (%acc, %chunk) in %chunks from %copy into [[MEMORY]] as ([[TO:%[a-z0-9_.]+]]: !ocl.memory<private, !lift.array<2, f32>>)
// CHECK-NEXT:   ocl.reduce_seq (%a, %{{.*}}) in %chunk from %acc into [[TO]] as ([[INNER:%[a-z0-9_.]+]]: !ocl.memory<private, !lift.array<2, f32>>)
// CHECK-NEXT:     ocl.map_seq (%{{.*}}) in %a into [[INNER]]
lift.def @fold_in_fold<N>(%m: !lift.array<N, !lift.array<N, !lift.array<4, f32>>>, %first: !lift.array<2, f32>)
    -> !lift.array<N, !lift.array<2, f32>> {
  %r = ocl.map_glb<0> (%chunks) in %m {
    %s = ocl.reduce_seq (%acc, %chunk) in %chunks from %first {
      %t = ocl.reduce_seq (%a, %x) in %chunk from %acc {
        %next = ocl.map_seq (%y) in %a {
          %z = arith.addf %x, %y : f32
          %p = ocl.to_private %z
          lift.yield %p
        }
        lift.yield %next
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// So does one that goes on with a row of it.
// CHECK-LABEL: lift.def @fold_of_rows
// CHECK:      ocl.reduce_seq (%acc, %xs) in %m from %copy into %result.memory as ([[TO:%[a-z0-9_.]+]]:
// CHECK:        ocl.map_seq (%p) in %pairs into [[TO]] as ([[ROW:%[a-z0-9_.]+]]:
// CHECK:          ocl.reduce_seq (%a, %{{.*}}) in %xs from %row into [[ROW]] as ([[INNER:%[a-z0-9_.]+]]:
// CHECK-NEXT:       ocl.map_seq (%{{.*}}) in %a into [[INNER]]
// CHECK-NOT:  copy
lift.def @fold_of_rows<N>(%m: !lift.array<N, !lift.array<N, f32>>, %first: !lift.array<N, !lift.array<2, f32>>)
    -> !lift.array<N, !lift.array<2, f32>> {
  %s = ocl.reduce_seq (%acc, %xs) in %m from %first {
    %pairs = lift.zip %acc, %xs
    %rows = ocl.map_seq (%p) in %pairs {
      %row = lift.get %p[0]
      %t = ocl.reduce_seq (%a, %x) in %xs from %row {
        %next = ocl.map_seq (%y) in %a {
          %z = arith.addf %x, %y : f32
          lift.yield %z
        }
        lift.yield %next
      }
      lift.yield %t
    }
    lift.yield %rows
  }
  lift.return %s
}

// Where the inner fold needs what it has written over, or the accumulator is needed again, there are two buffers.
// CHECK-LABEL: lift.def @reversed
// CHECK:      ocl.alloc global : !lift.array<2, !lift.array<N, f32>>
// CHECK:      ocl.alloc global : !lift.array<2, !lift.array<N, f32>>
lift.def @reversed<N>(%m: !lift.array<N, !lift.array<4, f32>>, %first: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %s = ocl.reduce_seq (%acc, %chunk) in %m from %first {
    %t = ocl.reduce_seq (%a, %x) in %chunk from %acc {
      %turned = lift.gather %a by (i) -> (N - 1 - i)
      %next = ocl.map_seq (%y) in %turned {
        %z = arith.addf %x, %y : f32
        lift.yield %z
      }
      lift.yield %next
    }
    lift.yield %t
  }
  lift.return %s
}

// CHECK-LABEL: lift.def @needed_again
// CHECK:      ocl.alloc global : !lift.array<2, !lift.array<N, f32>>
lift.def @needed_again<N>(%m: !lift.array<N, !lift.array<4, f32>>, %first: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %s = ocl.reduce_seq (%acc, %chunk) in %m from %first {
    %t = ocl.reduce_seq (%a, %x) in %chunk from %acc {
      %pairs = lift.zip %a, %acc
      %next = ocl.map_seq (%p) in %pairs {
        %y = lift.get %p[0]
        %old = lift.get %p[1]
        %z = arith.addf %old, %y : f32
        lift.yield %z
      }
      lift.yield %next
    }
    lift.yield %t
  }
  lift.return %s
}
