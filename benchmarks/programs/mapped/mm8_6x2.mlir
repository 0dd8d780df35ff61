// The product of matrices: a work item has 16 columns of B, packed in local memory, and computes 6 rows of these at once.
// The block of 6 x 16 sums is a tuple of 12 vectors, which are in registers.
lift.def @mm<N, K, M>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> where [N mod 6 eq 0, M mod 16 eq 0]
    launch(local = [1], groups = [M floordiv 16]) {
  %zerov = arith.constant dense<0.0> : vector<8xf32>
  %bv = lift.map (%rw) in %b {
    %v = ocl.as_vector 8 %rw
    %p = lift.split 2 %v
    lift.yield %p
  }
  %panels = lift.transpose %bv
  %ablocks = lift.split 6 %a
  %c = ocl.map_wrg<0> (%panel) in %panels {
    %bp = ocl.map_seq (%br) in %panel {
      %cp = ocl.map_seq unroll (%e) in %br {
        %l = ocl.to_local %e
        lift.yield %l
      }
      lift.yield %cp
    }
    %cp = ocl.map_seq (%ab) in %ablocks {
      %at = lift.transpose %ab
      %kk = lift.zip %at, %bp
      %init = lift.tuple %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov
      %cs = ocl.reduce_seq (%acc, %p) in %kk from %init {
        %acol = lift.get %p[0]
        %brow = lift.get %p[1]
        %b0 = lift.at %brow[0]
        %b1 = lift.at %brow[1]
        %a0 = lift.at %acol[0]
        %c0 = lift.get %acc[0]
        %m0 = ocl.map_vec (%e0) in %b0 { %ee0 = arith.mulf %a0, %e0 : f32 lift.yield %ee0 }
        %s0 = arith.addf %c0, %m0 : vector<8xf32>
        %c1 = lift.get %acc[1]
        %m1 = ocl.map_vec (%e1) in %b1 { %ee1 = arith.mulf %a0, %e1 : f32 lift.yield %ee1 }
        %s1 = arith.addf %c1, %m1 : vector<8xf32>
        %a1 = lift.at %acol[1]
        %c2 = lift.get %acc[2]
        %m2 = ocl.map_vec (%e2) in %b0 { %ee2 = arith.mulf %a1, %e2 : f32 lift.yield %ee2 }
        %s2 = arith.addf %c2, %m2 : vector<8xf32>
        %c3 = lift.get %acc[3]
        %m3 = ocl.map_vec (%e3) in %b1 { %ee3 = arith.mulf %a1, %e3 : f32 lift.yield %ee3 }
        %s3 = arith.addf %c3, %m3 : vector<8xf32>
        %a2 = lift.at %acol[2]
        %c4 = lift.get %acc[4]
        %m4 = ocl.map_vec (%e4) in %b0 { %ee4 = arith.mulf %a2, %e4 : f32 lift.yield %ee4 }
        %s4 = arith.addf %c4, %m4 : vector<8xf32>
        %c5 = lift.get %acc[5]
        %m5 = ocl.map_vec (%e5) in %b1 { %ee5 = arith.mulf %a2, %e5 : f32 lift.yield %ee5 }
        %s5 = arith.addf %c5, %m5 : vector<8xf32>
        %a3 = lift.at %acol[3]
        %c6 = lift.get %acc[6]
        %m6 = ocl.map_vec (%e6) in %b0 { %ee6 = arith.mulf %a3, %e6 : f32 lift.yield %ee6 }
        %s6 = arith.addf %c6, %m6 : vector<8xf32>
        %c7 = lift.get %acc[7]
        %m7 = ocl.map_vec (%e7) in %b1 { %ee7 = arith.mulf %a3, %e7 : f32 lift.yield %ee7 }
        %s7 = arith.addf %c7, %m7 : vector<8xf32>
        %a4 = lift.at %acol[4]
        %c8 = lift.get %acc[8]
        %m8 = ocl.map_vec (%e8) in %b0 { %ee8 = arith.mulf %a4, %e8 : f32 lift.yield %ee8 }
        %s8 = arith.addf %c8, %m8 : vector<8xf32>
        %c9 = lift.get %acc[9]
        %m9 = ocl.map_vec (%e9) in %b1 { %ee9 = arith.mulf %a4, %e9 : f32 lift.yield %ee9 }
        %s9 = arith.addf %c9, %m9 : vector<8xf32>
        %a5 = lift.at %acol[5]
        %c10 = lift.get %acc[10]
        %m10 = ocl.map_vec (%e10) in %b0 { %ee10 = arith.mulf %a5, %e10 : f32 lift.yield %ee10 }
        %s10 = arith.addf %c10, %m10 : vector<8xf32>
        %c11 = lift.get %acc[11]
        %m11 = ocl.map_vec (%e11) in %b1 { %ee11 = arith.mulf %a5, %e11 : f32 lift.yield %ee11 }
        %s11 = arith.addf %c11, %m11 : vector<8xf32>
        %s = lift.tuple %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11
        lift.yield %s
      }
      %o0 = lift.get %cs[0]
      %u0 = lift.generate [u0 : 1] { lift.yield %o0 }
      %o1 = lift.get %cs[1]
      %u1 = lift.generate [u1 : 1] { lift.yield %o1 }
      %o2 = lift.get %cs[2]
      %u2 = lift.generate [u2 : 1] { lift.yield %o2 }
      %o3 = lift.get %cs[3]
      %u3 = lift.generate [u3 : 1] { lift.yield %o3 }
      %o4 = lift.get %cs[4]
      %u4 = lift.generate [u4 : 1] { lift.yield %o4 }
      %o5 = lift.get %cs[5]
      %u5 = lift.generate [u5 : 1] { lift.yield %o5 }
      %o6 = lift.get %cs[6]
      %u6 = lift.generate [u6 : 1] { lift.yield %o6 }
      %o7 = lift.get %cs[7]
      %u7 = lift.generate [u7 : 1] { lift.yield %o7 }
      %o8 = lift.get %cs[8]
      %u8 = lift.generate [u8 : 1] { lift.yield %o8 }
      %o9 = lift.get %cs[9]
      %u9 = lift.generate [u9 : 1] { lift.yield %o9 }
      %o10 = lift.get %cs[10]
      %u10 = lift.generate [u10 : 1] { lift.yield %o10 }
      %o11 = lift.get %cs[11]
      %u11 = lift.generate [u11 : 1] { lift.yield %o11 }
      %cat = lift.concat %u0, %u1, %u2, %u3, %u4, %u5, %u6, %u7, %u8, %u9, %u10, %u11
      %st = ocl.map_seq unroll (%e) in %cat {
        %g = ocl.to_global %e
        lift.yield %g
      }
      %rows = lift.split 2 %st
      lift.yield %rows
    }
    // [N/R][R][V] -> [N][V]
    %cj = lift.join %cp
    lift.yield %cj
  }
  // [M/W][N][V] vec -> [N][M/W][V] -> [N][M]
  %ct = lift.transpose %c
  %r = lift.map (%rw) in %ct {
    %j = lift.join %rw
    %s = ocl.as_scalar %j
    lift.yield %s
  }
  lift.return %r
}
