// RUN: lift-opt %s -p lift-to-ocl | filecheck %s

// CHECK-LABEL: lift.def @map_to_glb
// CHECK-NEXT: ocl.map_glb<0> (%x)[k] in %xs : !lift.array<N, i32> {
// CHECK-NEXT:   lift.nat k : i32
lift.def @map_to_glb<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.map (%x)[k] in %xs {
    %i = lift.nat k : i32
    %y = arith.addi %x, %i : i32
    lift.yield %y
  }
  lift.return %r
}

// What is inside is for one work item.
// CHECK-LABEL: lift.def @inside
// CHECK: ocl.map_glb<0> (%row) in %m
// CHECK-NEXT: %sums = ocl.scan_seq (%acc, %x) in %row from %zero
// CHECK: %last = ocl.reduce_seq (%acc_1, %x_1) in %sums from %zero
// CHECK: ocl.map_seq (%x_2) in %row
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row) in %m {
    %sums = lift.scan (%acc, %x) in %row from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %last = lift.reduce (%acc, %x) in %sums from %zero {
      lift.yield %x
    }
    %ys = lift.map (%x) in %row {
      %y = arith.subi %x, %last : i32
      lift.yield %y
    }
    lift.yield %ys
  }
  lift.return %r
}

// A map that only rearranges is no loop.
// CHECK-LABEL: lift.def @rearranged
// CHECK: lift.map (%row) in %m
// CHECK-NEXT: lift.gather
// CHECK: ocl.map_glb<0> (%row_1) in
// CHECK-NEXT: %parts = lift.map (%x) in
// CHECK: ocl.map_seq ({{.*}}) in %parts
lift.def @rearranged<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %back = lift.map (%row) in %m {
    %t = lift.gather %row by (i) -> (M - 1 - i)
    lift.yield %t
  }
  %r = lift.map (%row) in %back {
    %parts = lift.map (%x) in %row {
      %p = lift.tuple %x, %x
      lift.yield %p
    }
    %s = lift.map (%p) in %parts {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %c = arith.addi %a, %b : i32
      lift.yield %c
    }
    lift.yield %s
  }
  lift.return %r
}

// A loop of the host has kernels in it; one inside a kernel has none.
// CHECK-LABEL: lift.def @iterations
// CHECK: lift.iterate 3 (%t)[n] in %m
// CHECK-NEXT: ocl.map_glb<0> (%row) in %t
// CHECK-NEXT:   lift.iterate 2 (%u)[l] in %row
// CHECK-NEXT:     ocl.map_seq (%x) in %u
lift.def @iterations<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.iterate 3 (%t)[n] in %m {
    %v = lift.map (%row) in %t {
      %w = lift.iterate 2 (%u)[l] in %row {
        %y = lift.map (%x) in %u {
          %z = arith.addi %x, %x : i32
          lift.yield %z
        }
        lift.yield %y
      }
      lift.yield %w
    }
    lift.yield %v
  }
  lift.return %r
}

// What a person has mapped is left alone, and what stands inside it is for one work item.
// CHECK-LABEL: lift.def @by_hand
// CHECK: ocl.map_wrg<1> (%row) in %m
// CHECK-NEXT: ocl.map_lcl<1> (%x) in %row
// CHECK: ocl.map_glb<2> (%row_1) in %m
// CHECK-NEXT: ocl.map_seq (%x_1) in %row_1
lift.def @by_hand<N, M>(%m: !lift.array<N, !lift.array<M, i32>>)
    -> tuple<!lift.array<N, !lift.array<M, i32>>, !lift.array<N, !lift.array<M, i32>>> {
  %a = ocl.map_wrg<1> (%row) in %m {
    %s = ocl.map_lcl<1> (%x) in %row {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %s
  }
  %b = ocl.map_glb<2> (%row) in %m {
    %s = lift.map (%x) in %row {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// Around what is parallel already, there is a plain loop.
// CHECK-LABEL: lift.def @around
// CHECK-NEXT: ocl.map_seq (%row) in %m
// CHECK-NEXT: ocl.map_glb<0> (%x) in %row
lift.def @around<M>(%m: !lift.array<3, !lift.array<M, i32>>) -> !lift.array<3, !lift.array<M, i32>> {
  %r = lift.map (%row) in %m {
    %s = ocl.map_glb<0> (%x) in %row {
      %y = arith.addi %x, %x : i32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// Scalars that follow from a position are computed where they are read; anything else is a map over positions.
// CHECK-LABEL: lift.def @generate_to_map
// CHECK: %squares = lift.generate [i : N]
// CHECK: [[PLACES:%[a-z0-9_]+]] = lift.generate [i1 : N] : !lift.array<N, i32>
// CHECK: ocl.map_glb<0> (%nothing)[j] in [[PLACES]] : !lift.array<N, i32> {
// CHECK-NEXT: lift.slice %xs from j size 1
// CHECK: ocl.reduce_seq
lift.def @generate_to_map<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %zero = arith.constant 0 : i32
  %squares = lift.generate [i : N] {
    %v = lift.nat i : i32
    %s = arith.muli %v, %v : i32
    lift.yield %s
  }
  %sums = lift.generate [j : N] {
    %own = lift.slice %xs from j size 1
    %s = lift.reduce (%acc, %x) in %own from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  %r = lift.zip %squares, %sums
  lift.return %r
}

// What is shown for any iteration is shown with maps over work items, too.
// CHECK-LABEL: lift.def @tree
// CHECK: lift.iterate D (%t)[n] in %xs
// CHECK: ocl.map_glb<0> (%two) in %twos : !lift.array<n floordiv 2, i32>
lift.def @tree<D>(%xs: !lift.array<pow(2, D), i32>) -> !lift.array<1, i32> {
  %r = lift.iterate D (%t)[n] in %xs {
    %twos = lift.split 2 %t
    %u = lift.map (%two) in %twos {
      %a = lift.at %two[0]
      %b = lift.at %two[1]
      %c = arith.subi %a, %b : i32
      lift.yield %c
    }
    lift.yield %u
  }
  lift.return %r
}

// Zeros in several dimensions are read where they are, whoever wrote them: nothing is stored for them.
// CHECK-LABEL: lift.def @zeros
// CHECK-NOT: ocl.map
// CHECK:     lift.generate [{{.*}} : 3] : !lift.array<3, f32> {
// CHECK-NOT: ocl.map
// CHECK:     lift.map (%nothing){{.*}} : !lift.array<N, !lift.array<3, f32>> {
// CHECK-NOT: ocl.map
// CHECK:     ocl.reduce_seq
lift.def @zeros<N>(%m: !lift.array<N, !lift.array<N, !lift.array<3, f32>>>) -> !lift.array<N, !lift.array<3, f32>> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.generate [i : N] {
    %row = lift.generate [j : 3] {
      lift.yield %zero
    }
    lift.yield %row
  }
  %sum = ocl.reduce_seq (%acc, %x) in %m from %zeros {
    lift.yield %x
  }
  lift.return %sum
}

// CHECK-LABEL: lift.def @zeros_of_a_map
// CHECK-NOT: ocl.map
// CHECK:     lift.map (%x) in %xs : !lift.array<N, !lift.array<3, f32>> {
// CHECK-NEXT:  lift.yield
// CHECK:     ocl.reduce_seq
lift.def @zeros_of_a_map<N>(%xs: !lift.array<N, f32>, %m: !lift.array<N, !lift.array<N, !lift.array<3, f32>>>)
    -> !lift.array<N, !lift.array<3, f32>> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.map (%x) in %xs {
    %row = lift.generate [j : 3] {
      lift.yield %zero
    }
    lift.yield %row
  }
  %sum = ocl.reduce_seq (%acc, %x) in %m from %zeros {
    lift.yield %x
  }
  lift.return %sum
}

// What depends on the position, or on the element, is computed for each.
// CHECK-LABEL: lift.def @positions
// CHECK:     ocl.map_glb<0> ({{.*}})[i] in
// CHECK:     ocl.map_glb<0> (%x)
lift.def @positions<N>(%xs: !lift.array<N, i32>) -> tuple<!lift.array<N, !lift.array<3, i32>>, !lift.array<N, !lift.array<3, i32>>> {
  %a = lift.generate [i : N] {
    %row = lift.generate [j : 3] {
      %n = lift.nat i + j : i32
      lift.yield %n
    }
    lift.yield %row
  }
  %b = lift.map (%x) in %xs {
    %row = lift.generate [j : 3] {
      lift.yield %x
    }
    lift.yield %row
  }
  %ab = lift.tuple %a, %b
  lift.return %ab
}
