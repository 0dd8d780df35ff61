// RUN: lift-opt %s --profile pocl -p lift-to-ocl | filecheck %s

// Where iterations have one length, a map is cut into parts.
// CHECK-LABEL: lift.def @same
// CHECK: lift.iterate
// CHECK: lift.partition
// CHECK-NEXT: ocl.map_wrg<0>
lift.def @same<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 6 (%t)[n] in %xs {
    %twice = lift.map (%x) in %t {
      %s = arith.addf %x, %x : f32
      lift.yield %s
    }
    lift.yield %twice
  }
  lift.return %r
}

// Where each has another one, parts would begin elsewhere in each, and it is left whole.
// CHECK-LABEL: lift.def @halved
// CHECK: lift.iterate
// CHECK-NOT: lift.partition
// CHECK: ocl.map_glb<0>
lift.def @halved<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 64, f32> where [N mod 64 eq 0] {
  %r = lift.iterate 6 (%t)[n] in %xs {
    %pairs = lift.split 2 %t
    %half = lift.map (%pair) in %pairs {
      %a = lift.at %pair[0]
      %b = lift.at %pair[1]
      %s = arith.addf %a, %b : f32
      lift.yield %s
    }
    lift.yield %half
  }
  lift.return %r
}
