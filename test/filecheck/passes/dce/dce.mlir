// RUN: lift-opt %s -p dce | filecheck %s

lift.user_fun @square(x: f32) -> f32 = "return x * x;" {
  %r = arith.mulf %x, %x : f32
  lift.return %r : f32
}

// CHECK-LABEL: lift.def @unused
// CHECK-NEXT: lift.return %xs
lift.def @unused<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.array<N, f32> {
  %a = lift.map (%x) in %xs {
    %y = lift.call @square(%x)
    lift.yield %y
  }
  %b = lift.reduce (%acc, %x) in %a from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s : f32
  }
  %c = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %zero : f32
    lift.yield %k : i1
  }
  %d = lift.iterate 3 (%t)[n] in %xs {
    %p = lift.pad clamp 1, 1 %t
    lift.yield %p
  }
  %e = lift.generate [i : N] {
    lift.yield %zero : f32
  }
  lift.return %xs
}

// CHECK-LABEL: lift.def @unused_inside
// CHECK: lift.map (%x) in %xs
// CHECK-NEXT: arith.addf
// CHECK-NEXT: lift.yield
lift.def @unused_inside<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %a = lift.map (%x) in %xs {
    %t = lift.tuple %x, %x
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  lift.return %a
}

// CHECK-LABEL: lift.def @unused_stores
// CHECK-NEXT: lift.return %xs
lift.def @unused_stores<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %a = ocl.map_glb<0> (%x) in %xs {
    %g = ocl.to_global %x
    lift.yield %g
  }
  lift.return %xs
}
