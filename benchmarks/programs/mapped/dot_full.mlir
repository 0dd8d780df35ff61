// The dot product of any length: chunks of 16384, each with four vectors of sums, by one work item each. One more adds up
// these sums and what is left after the last chunk. No launch is needed: `map_wrg` without `map_lcl` is one item a group.
lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant dense<0.0> : vector<16xf32>
  %xm = lift.slice %x from 0 size 16384 * (N floordiv 16384)
  %ym = lift.slice %y from 0 size 16384 * (N floordiv 16384)
  %xv = ocl.as_vector 16 %xm
  %yv = ocl.as_vector 16 %ym
  %xy = lift.zip %xv, %yv
  %rows = lift.split 4 %xy
  %chunks = lift.split 256 %rows
  %parts = ocl.map_wrg<0> (%chunk) in %chunks {
    %init = lift.tuple %zero16, %zero16, %zero16, %zero16
    %vs = ocl.reduce_seq (%acc, %q) in %chunk from %init {
      %dp0 = lift.at %q[0]
      %da0 = lift.get %dp0[0]
      %db0 = lift.get %dp0[1]
      %dc0 = lift.get %acc[0]
      %dm0 = arith.mulf %da0, %db0 : vector<16xf32>
      %ds0 = arith.addf %dc0, %dm0 : vector<16xf32>
      %dp1 = lift.at %q[1]
      %da1 = lift.get %dp1[0]
      %db1 = lift.get %dp1[1]
      %dc1 = lift.get %acc[1]
      %dm1 = arith.mulf %da1, %db1 : vector<16xf32>
      %ds1 = arith.addf %dc1, %dm1 : vector<16xf32>
      %dp2 = lift.at %q[2]
      %da2 = lift.get %dp2[0]
      %db2 = lift.get %dp2[1]
      %dc2 = lift.get %acc[2]
      %dm2 = arith.mulf %da2, %db2 : vector<16xf32>
      %ds2 = arith.addf %dc2, %dm2 : vector<16xf32>
      %dp3 = lift.at %q[3]
      %da3 = lift.get %dp3[0]
      %db3 = lift.get %dp3[1]
      %dc3 = lift.get %acc[3]
      %dm3 = arith.mulf %da3, %db3 : vector<16xf32>
      %ds3 = arith.addf %dc3, %dm3 : vector<16xf32>
      %ds = lift.tuple %ds0, %ds1, %ds2, %ds3
      lift.yield %ds
    }
    %w0 = lift.get %vs[0]
    %w1 = lift.get %vs[1]
    %w2 = lift.get %vs[2]
    %w3 = lift.get %vs[3]
    %z0 = arith.addf %w0, %w1 : vector<16xf32>
    %z1 = arith.addf %w2, %w3 : vector<16xf32>
    %v = arith.addf %z0, %z1 : vector<16xf32>
    %hg = lift.generate [hi : 1] { lift.yield %v }
    %hl = ocl.as_scalar %hg
    %he0 = lift.at %hl[0]
    %he1 = lift.at %hl[1]
    %he2 = lift.at %hl[2]
    %he3 = lift.at %hl[3]
    %he4 = lift.at %hl[4]
    %he5 = lift.at %hl[5]
    %he6 = lift.at %hl[6]
    %he7 = lift.at %hl[7]
    %he8 = lift.at %hl[8]
    %he9 = lift.at %hl[9]
    %he10 = lift.at %hl[10]
    %he11 = lift.at %hl[11]
    %he12 = lift.at %hl[12]
    %he13 = lift.at %hl[13]
    %he14 = lift.at %hl[14]
    %he15 = lift.at %hl[15]
    %hs0 = arith.addf %he0, %he8 : f32
    %hs1 = arith.addf %he1, %he9 : f32
    %hs2 = arith.addf %he2, %he10 : f32
    %hs3 = arith.addf %he3, %he11 : f32
    %hs4 = arith.addf %he4, %he12 : f32
    %hs5 = arith.addf %he5, %he13 : f32
    %hs6 = arith.addf %he6, %he14 : f32
    %hs7 = arith.addf %he7, %he15 : f32
    %hs8 = arith.addf %hs0, %hs4 : f32
    %hs9 = arith.addf %hs1, %hs5 : f32
    %hs10 = arith.addf %hs2, %hs6 : f32
    %hs11 = arith.addf %hs3, %hs7 : f32
    %hs12 = arith.addf %hs8, %hs10 : f32
    %hs13 = arith.addf %hs9, %hs11 : f32
    %hs14 = arith.addf %hs12, %hs13 : f32
    lift.yield %hs14
  }
  %sum = ocl.reduce_seq (%acc, %e) in %parts from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  %both = lift.zip %x, %y
  %rest = lift.slice %both from 16384 * (N floordiv 16384) size N mod 16384
  %all = ocl.reduce_seq (%acc, %p) in %rest from %sum {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %ab : f32
    lift.yield %s
  }
  lift.return %all
}
