// RUN: lift-opt %s -p "lift-to-ocl{chunk=8}" | filecheck %s

// CHECK-LABEL: lift.def @running
// CHECK-NEXT: %neutral = arith.constant 0 : i32
// CHECK-NEXT: %main = lift.slice %xs from 0 size 8 * (N floordiv 8)
// CHECK-NEXT: %chunks = lift.split 8 %main
// CHECK-NEXT: %sums = ocl.map_glb<0> (%chunk)[i] in %chunks : !lift.array<N floordiv 8, i32> {
// CHECK-NEXT:   ocl.reduce_seq (%acc, %x)[k] in %chunk from %neutral
// CHECK-NEXT:     lift.nat 8 * i + k : i32
// CHECK:      %ends = ocl.scan_seq (%acc_1, %part_1) in %sums from %a : !lift.array<N floordiv 8, i32> {
// CHECK-NEXT:   arith.addi %acc_1, %part_1
// CHECK:      [[BOUNDS:%[a-z0-9_]+]] = lift.pad constant %a 1, 0 %ends
// CHECK-NEXT: %begins = lift.slice [[BOUNDS]] from 0 size N floordiv 8
// CHECK-NEXT: [[PAIRS:%[a-z0-9_]+]] = lift.zip %chunks, %begins
// CHECK-NEXT: %rows = ocl.map_glb<0> ({{.*}})[i1] in [[PAIRS]] : !lift.array<N floordiv 8, !lift.array<8, i32>> {
// CHECK:        ocl.scan_seq (%acc_2, %x_1)[k1] in %chunk_1 from %begin
// CHECK-NEXT:     lift.nat 8 * i1 + k1 : i32
// CHECK:      [[MAIN:%[a-z0-9_]+]] = lift.join %rows
// CHECK-NEXT: %rest = lift.slice %xs from 8 * (N floordiv 8) size N mod 8
// CHECK-NEXT: %end = lift.at [[BOUNDS]][N floordiv 8]
// CHECK-NEXT: [[LAST:%[a-z0-9_]+]] = ocl.scan_seq (%acc_3, %x_2)[k2] in %rest from %end
// CHECK-NEXT:     lift.nat k2 + 8 * (N floordiv 8) : i32
// CHECK:      lift.concat [[MAIN]], [[LAST]] : !lift.array<N, i32>
lift.def @running<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan (%acc, %x)[k] in %xs from %a {
    %i = lift.nat k : i32
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @without_rest
// CHECK: ocl.map_glb<0>
// CHECK: ocl.scan_seq {{.*}} in %sums from %a
// CHECK: ocl.map_glb<0>
// CHECK: lift.join
// CHECK-NEXT: lift.return
lift.def @without_rest<N>(%xs: !lift.array<8 * N + 8, i32>, %a: i32) -> !lift.array<8 * N + 8, i32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.ori %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @said
// CHECK: ocl.map_glb<0> (%chunk) in %chunks
// CHECK-NEXT: lift.at %chunk[0]
// CHECK-NEXT: lift.slice %chunk from 1 size 7
// CHECK: ocl.scan_seq {{.*}} in %sums from %a
lift.def @said<N>(%xs: !lift.array<N, i32>, %a: i32) -> !lift.array<N, i32> {
  %r = lift.scan associative (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @ordered
// CHECK-NEXT: ocl.scan_seq (%acc, %x) in %xs from %a
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.scan ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @not_associative
// CHECK-NEXT: ocl.scan_seq (%acc, %x) in %xs from %a
lift.def @not_associative<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.divf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}
