// RUN: lift-opt %s -p 'lift-derive{script=rows}' | filecheck %s
// RUN: lift-opt %s -p 'lift-derive{script=rows knobs="n=8"}' | filecheck %s --check-prefix=EIGHT
// RUN: lift-opt %s -p 'lift-derive{script=elsewhere file="%S/Inputs/elsewhere.mlir"}' | filecheck %s --check-prefix=FILE
// RUN: lift-opt %s -p 'lift-derive{script=rows}' --print-steps 2>&1 | filecheck %s --check-prefix=STEPS
// RUN: lift-opt %s -p 'lift-derive{script=rows},lift-to-opencl' -t opencl | filecheck %s --check-prefix=OPENCL
// RUN: xdsl-opt %s -p 'lift-derive{script="rows"}' | filecheck %s

// What is assumed is a fact of the function, and the script is gone.
// CHECK-LABEL: lift.def @f
// CHECK-SAME: where [N mod 3 eq 0] derived {
// CHECK:      %split = lift.split 4 %xs
// CHECK:      %split.2 = lift.split 3 %split
// CHECK:      %ys_n_n = ocl.map_glb<0>
// CHECK-NEXT: %ys_n = lift.map
// CHECK-NEXT: %ys = lift.map
// CHECK-NOT:  rewrite.script

// EIGHT: lift.split 8 %xs

// FILE:      lift.split 2 %xs
// FILE-NOT:  rewrite.script

// STEPS: // ----- before the steps of lift-derive ----- //
// STEPS: // ----- step 1: split_join n=4 at %ys ----- //
// STEPS: lift.split 4
// STEPS: // ----- step 2: split_join n=3 at %ys_n ----- //
// STEPS: lift.split 3
// STEPS: // ----- step 3: map_to_glb d=0 at %ys_n_n ----- //
// STEPS: ocl.map_glb<0>

// What no step has mapped is for one work item.
// OPENCL: kernel void f_1
// OPENCL: get_global_id(0)
// OPENCL: for (int {{.*}} = 0; {{.*}} < 3;
// OPENCL: for (int {{.*}} = 0; {{.*}} < 4;
lift.def @f<N>(%xs: !lift.array<8 * N, f32>) -> !lift.array<8 * N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  lift.return %ys
}
rewrite.script @rows of @f {
  %n = rewrite.knob "n" of [4, 8] = 4
  rewrite.assume [N mod 3 eq 0]
  rewrite.apply split_join at "%ys" (n = %n)
  rewrite.apply split_join at "%ys_n" (n = 3)
  rewrite.apply map_to_glb at "%ys_n_n" (d = 0)
}
