// RUN: lift-opt %s -p "lift-to-ocl{strategy=gpu}" | filecheck %s

// CHECK-LABEL: lift.def @rows
// CHECK: ocl.map_wrg<0> (%row)[i] in %m
// CHECK-NEXT: lift.nat i : i32
// CHECK-NEXT: lift.gather %row
// CHECK-NEXT: ocl.map_lcl<0> (%x)[j] in {{.*}} : !lift.array<M, i32> {
// CHECK: lift.split 2
lift.def @rows<N, M>(%m: !lift.array<N, !lift.array<M, i32>>) -> !lift.array<N, !lift.array<M floordiv 2, !lift.array<2, i32>>>
    where [M mod 2 eq 0] {
  %r = lift.map (%row)[i] in %m {
    %n = lift.nat i : i32
    %back = lift.gather %row by (l) -> (M - 1 - l)
    %s = lift.map (%x)[j] in %back {
      %k = lift.nat j : i32
      %y = arith.muli %x, %n : i32
      %z = arith.addi %y, %k : i32
      lift.yield %z
    }
    %pairs = lift.split 2 %s
    lift.yield %pairs
  }
  lift.return %r
}

// A row that is short, or not all that is computed, is for one work item.
// CHECK-LABEL: lift.def @short_rows
// CHECK-NEXT: ocl.map_glb<0> (%row) in %m
// CHECK-NEXT: ocl.map_seq (%x) in %row
lift.def @short_rows<N>(%m: !lift.array<N, !lift.array<3, i32>>) -> !lift.array<N, !lift.array<3, i32>> {
  %r = lift.map (%row) in %m {
    %s = lift.map (%x) in %row {
      %y = arith.muli %x, %x : i32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @not_only_a_row
// CHECK: ocl.map_glb<0> (%row) in %m
// CHECK-NEXT: ocl.reduce_seq
// CHECK: ocl.map_seq
lift.def @not_only_a_row<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %a: i32) -> !lift.array<N, !lift.array<M, i32>> {
  %r = lift.map (%row) in %m {
    %sum = lift.reduce (%acc, %x) in %row from %a {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    %t = lift.map (%x) in %row {
      %y = arith.subi %x, %sum : i32
      lift.yield %y
    }
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @sum
// CHECK: %chunks = lift.split 1024 %main
// CHECK-NEXT: %groups = ocl.map_wrg<0> (%chunk)[i] in %chunks : !lift.array<N floordiv 1024, !lift.array<1, i32>> {
// CHECK-NEXT:   %pieces = lift.split 16 %chunk : !lift.array<64, !lift.array<16, i32>>
// CHECK-NEXT:   %sums = ocl.map_lcl<0> (%piece)[j] in %pieces : !lift.array<64, i32> {
// CHECK-NEXT:     %part = ocl.reduce_seq (%acc, %x)[k] in %piece from %neutral
// CHECK-NEXT:       lift.nat 1024 * i + 16 * j + k : i32
// CHECK:          ocl.to_local %part
// CHECK:        [[ALL:%[a-z0-9_]+]] = lift.split 64 %sums : !lift.array<1, !lift.array<64, i32>>
// CHECK-NEXT:   ocl.map_lcl<0> (%sums_1) in [[ALL]] : !lift.array<1, i32> {
// CHECK-NEXT:     ocl.reduce_seq (%acc_1, %part_2) in %sums_1 from %neutral
// CHECK:          ocl.to_global
// CHECK:      %parts = lift.join %groups : !lift.array<N floordiv 1024, i32>
// CHECK-NEXT: ocl.reduce_seq {{.*}} in %parts from %a
// CHECK:      ocl.reduce_seq {{.*}} in %rest from
lift.def @sum<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k : i32
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @said
// CHECK: ocl.map_lcl<0> (%piece) in %pieces
// CHECK-NEXT: lift.at %piece[0]
// CHECK: ocl.map_lcl<0> (%sums_1) in
// CHECK-NEXT: lift.at %sums_1[0]
// CHECK: ocl.reduce_seq {{.*}} in %parts from %a
lift.def @said<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce associative (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}
