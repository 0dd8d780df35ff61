// RUN: lift-opt %s -p ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers | filecheck %s

// The running example of the Lift paper: a barrier after the first sums, one in each iteration, and none after the copy.
// CHECK-LABEL: lift.def @partial_dot
// CHECK:         %sums = ocl.map_lcl<0>
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.iterate 6
// CHECK:         %half = ocl.map_lcl<0>
// CHECK:         ocl.barrier local
// CHECK-NEXT:    lift.yield %half
// CHECK-NEXT: {{^ +\}$}}
// CHECK-NEXT:    %out = ocl.map_lcl<0>
// CHECK-NOT:     ocl.barrier
lift.user_fun @mult_and_sum_up(acc: f32, l: f32, r: f32) -> f32 = "return acc + (l * r);" {
  %p = arith.mulf %l, %r : f32
  %s = arith.addf %acc, %p : f32
  lift.return %s : f32
}

lift.def @partial_dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>)
    -> !lift.array<N floordiv 128, f32> where [N mod 128 eq 0]
    launch(local = [64], groups = [N floordiv 128]) {
  %xy = lift.zip %x, %y
  %chunks = lift.split 128 %xy
  %parts = ocl.map_wrg<0> (%chunk) in %chunks {
    %pairs = lift.split 2 %chunk
    %sums = ocl.map_lcl<0> (%pair) in %pairs {
      %zero = arith.constant 0.0 : f32
      %s = ocl.reduce_seq (%acc, %e) in %pair from %zero {
        %a = lift.get %e[0]
        %b = lift.get %e[1]
        %r = lift.call @mult_and_sum_up(%acc, %a, %b)
        lift.yield %r : f32
      }
      %l = ocl.to_local %s
      lift.yield %l : f32
    }
    %one = lift.iterate 6 (%t)[n] in %sums {
      %twos = lift.split 2 %t
      %half = ocl.map_lcl<0> (%two) in %twos {
        %zero = arith.constant 0.0 : f32
        %s = ocl.reduce_seq (%acc, %e) in %two from %zero {
          %r = arith.addf %acc, %e : f32
          lift.yield %r : f32
        }
        %l = ocl.to_local %s
        lift.yield %l : f32
      }
      lift.yield %half
    }
    %out = ocl.map_lcl<0> (%v) in %one {
      %g = ocl.to_global %v
      lift.yield %g : f32
    }
    lift.yield %out
  }
  %r = lift.join %parts
  lift.return %r
}
