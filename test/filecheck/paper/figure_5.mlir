// RUN: lift-opt %s -p 'ocl-infer-memory,ocl-materialise,ocl-split-kernels,ocl-place-barriers,ocl-to-view' | filecheck %s --check-prefix=VIEWS
// RUN: lift-opt %s -p lift-to-opencl | filecheck %s --check-prefix=INDEX

// Figure 5 of the Lift paper: the views of the first access of the dot product, and the index that is left of them.

// VIEWS-LABEL: kernel.func @partial_dot_1
// VIEWS-DAG:  [[X:%.*]] = view.memory %x : !view.view<!lift.array<N, f32>>
// VIEWS-DAG:  [[Y:%.*]] = view.memory %y : !view.view<!lift.array<N, f32>>
// VIEWS:      [[XY:%.*]] = view.zip [[X]], [[Y]]
// VIEWS-NEXT: [[CHUNKS:%.*]] = view.split 128 [[XY]]
// VIEWS:      kernel.for [[WG:%.*]] = %wg_id to N floordiv 128
// VIEWS:        [[CHUNK:%.*]] = view.access [[CHUNKS]][[[WG]]]
// VIEWS:        [[PAIRS:%.*]] = view.split 2 [[CHUNK]]
// VIEWS-NEXT:   kernel.for [[L:%.*]] = %l_id to 64
// VIEWS-NEXT:     [[PAIR:%.*]] = view.access [[PAIRS]][[[L]]]
// VIEWS:          kernel.for [[I:%.*]] = 0 to 2 step 1
// VIEWS-NEXT:       [[E:%.*]] = view.access [[PAIR]][[[I]]]
// VIEWS-NEXT:       [[A:%.*]] = view.get [[E]][0]
// VIEWS:            view.load [[A]] : f32

// INDEX-LABEL: kernel.func @partial_dot_1
// INDEX-DAG:  [[WG:%.*]] = kernel.group_id 0
// INDEX-DAG:  [[L:%.*]] = kernel.local_id 0
// INDEX:      kernel.for [[I:%.*]] = 0 to 2 step 1
// INDEX-NEXT:   kernel.load %x[128 * [[WG]] + 2 * [[L]] + [[I]]] : f32
// INDEX-NEXT:   kernel.load %y[128 * [[WG]] + 2 * [[L]] + [[I]]] : f32
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
