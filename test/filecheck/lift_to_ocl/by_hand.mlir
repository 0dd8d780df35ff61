// RUN: lift-opt %s > %t
// RUN: lift-opt %s -p lift-to-ocl | diff - %t
// RUN: lift-opt %s -p "lift-to-ocl{strategy=gpu}" | diff - %t

// What a person has mapped is left as it is, to the letter.

lift.def @scal_vector<N>(%x: !lift.array<N, f32>, %alpha: f32) -> !lift.array<N, f32> where [N mod 4 eq 0] {
  %v = ocl.as_vector 4 %x
  %s = ocl.map_glb<0> (%e) in %v {
    %m = ocl.map_vec (%c) in %e {
      %p = arith.mulf %alpha, %c : f32
      lift.yield %p : f32
    }
    %g = ocl.to_global %m
    lift.yield %g
  }
  %out = ocl.as_scalar %s
  lift.return %out : !lift.array<N, f32>
}

// The boundary is handled apart: the middle part must come out free of bound checks.
lift.def @stencil_partitioned<N>(%a: !lift.array<N, f32>) -> !lift.array<N, f32> where [N ge 2] {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad clamp 1, 1 %a
  %windows = lift.slide 3 by 1 %padded
  %parts = lift.partition %windows into 3 by (i) -> (if(i eq 1, N - 2, 1))
  %sums = ocl.map_seq unroll (%part)[p] in %parts {
    %s = ocl.map_glb<0> (%w) in %part {
      %t = ocl.reduce_seq (%acc, %e) in %w from %zero {
        %u = arith.addf %acc, %e : f32
        lift.yield %u : f32
      }
      %g = ocl.to_global %t
      lift.yield %g : f32
    }
    lift.yield %s
  }
  %out = lift.join %sums
  lift.return %out : !lift.array<N, f32>
}

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

lift.def @transpose<N, M>(%x: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %flat = lift.join %x
  %turned = lift.gather %flat by (i) -> (i floordiv N + (i mod N) * M)
  %rows = lift.split N %turned
  %out = ocl.map_wrg<0> (%row) in %rows {
    %r = ocl.map_lcl<0> (%e) in %row {
      %g = ocl.to_global %e
      lift.yield %g : f32
    }
    lift.yield %r
  }
  lift.return %out
}

lift.def @tiled_mm<N, K, M>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> where [N mod 8 eq 0, M mod 8 eq 0] {
  %zero = arith.constant 0.0 : f32
  %bt = lift.transpose %b
  %ablocks = lift.split 8 %a
  %bblocks = lift.split 8 %bt
  %c = ocl.map_wrg<1> (%rows) in %ablocks {
    %strip = ocl.map_wrg<0> (%cols) in %bblocks {
      %tile = ocl.map_lcl<1> (%row) in %rows {
        %cells = ocl.map_lcl<0> (%col) in %cols {
          %rc = lift.zip %row, %col
          %dot = ocl.reduce_seq (%acc, %p) in %rc from %zero {
            %l = lift.get %p[0]
            %r = lift.get %p[1]
            %lr = arith.mulf %l, %r : f32
            %s = arith.addf %acc, %lr : f32
            lift.yield %s : f32
          }
          %g = ocl.to_global %dot
          lift.yield %g : f32
        }
        lift.yield %cells
      }
      lift.yield %tile
    }
    // [M/8][8][8] -> [8][M]
    %turned = lift.transpose %strip
    %flat = lift.map (%r) in %turned {
      %j = lift.join %r
      lift.yield %j
    }
    lift.yield %flat
  }
  %out = lift.join %c
  lift.return %out
}

// One row a work group; the row is padded to the vector's length and cut into chunks, one a thread.
lift.def @trmv_best<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, f32>)
    -> !lift.array<N, !lift.array<N floordiv 32, f32>> where [N mod 32 eq 0] {
  %r = ocl.map_wrg<0> (%row)[k] in %m {
    %zero = arith.constant 0.0 : f32
    %full = lift.pad constant %zero 0, N - k - 1 %row
    %both = lift.zip %full, %v
    %chunks = lift.split 32 %both
    %partial = ocl.map_lcl<0> (%chunk) in %chunks {
      %dot = ocl.reduce_seq (%acc, %p) in %chunk from %zero {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %ab = arith.mulf %a, %b : f32
        %s = arith.addf %acc, %ab : f32
        lift.yield %s : f32
      }
      %g = ocl.to_global %dot
      lift.yield %g : f32
    }
    lift.yield %partial
  }
  lift.return %r
}
