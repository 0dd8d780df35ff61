// RUN: lift-opt %s -p 'lift-apply{step="split_join n=2 at %%a.2"},lift-apply{step="split_join n=4 at %%a"},lift-apply{step="split_join n=2 at %%map"}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="split_join n=2 at %%a.2"}' | lift-opt -p 'lift-apply{step="split_join n=4 at %%a"}' | lift-opt -p 'lift-apply{step="split_join n=2 at %%map"}' | filecheck %s

// Two values of one name are two places, and one without a name is called what its op is; each step leaves the other names.
// CHECK-LABEL: lift.def @f
// CHECK:      %a_n.2 = lift.map
// CHECK-NEXT:   %a = lift.map
// CHECK:      %a_n = lift.map
// CHECK-NEXT:   %a.2 = lift.map
// CHECK:      %map_n = lift.map
// CHECK-NEXT:   %map = lift.map
lift.def @f<N>(%xs: !lift.array<8 * N, f32>) -> !lift.array<8 * N, f32> {
  %a = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  %a_1 = lift.map (%x) in %a {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  %0 = lift.map (%x) in %a_1 {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  lift.return %0
}
