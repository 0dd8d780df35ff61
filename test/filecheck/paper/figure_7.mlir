// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// Figure 7 of the Lift paper: the kernel of the partial dot product. Conditions where a loop would run at most once,
// local memory that is read and written in turn, and a barrier after each time that it is written.

// CHECK:      kernel __attribute__((reqd_work_group_size(64, 1, 1)))
// CHECK-NEXT: void partial_dot_1(global const float *restrict x, global const float *restrict y, global float *restrict result, const int N) {
// CHECK-NEXT:   int wg_id = get_group_id(0);
// CHECK-NEXT:   local float one[64];
// CHECK-NEXT:   local float one1[32];
// CHECK-NEXT:   int l_id = get_local_id(0);
// CHECK-NEXT:   float acc = 0.0f;
// CHECK-NEXT:   for (int i = 0; i < 2; i++) {
// CHECK-NEXT:     acc = mult_and_sum_up(acc, x[128 * wg_id + 2 * l_id + i], y[128 * wg_id + 2 * l_id + i]);
// CHECK-NEXT:   }
// CHECK-NEXT:   one[l_id] = acc;
// CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:   for (int r = 0; r < 3; r++) {
// CHECK-NEXT:     if (l_id < (1 << (5 - 2 * r))) {
// CHECK-NEXT:       float acc1 = 0.0f;
// CHECK-NEXT:       for (int i = 0; i < 2; i++) {
// CHECK-NEXT:         acc1 = acc1 + one[2 * l_id + i];
// CHECK-NEXT:       }
// CHECK-NEXT:       one1[l_id] = acc1;
// CHECK-NEXT:     }
// CHECK-NEXT:     barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:     if (l_id < (1 << (4 - 2 * r))) {
// CHECK-NEXT:       float acc1 = 0.0f;
// CHECK-NEXT:       for (int i = 0; i < 2; i++) {
// CHECK-NEXT:         acc1 = acc1 + one1[2 * l_id + i];
// CHECK-NEXT:       }
// CHECK-NEXT:       one[l_id] = acc1;
// CHECK-NEXT:     }
// CHECK-NEXT:     barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:   }
// CHECK-NEXT:   if (l_id < 1) {
// CHECK-NEXT:     result[wg_id] = one[0];
// CHECK-NEXT:   }
// CHECK-NEXT: }
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
