// A triangular matrix, packed, times a vector: four vectors of sums a row, then single vectors, and then single numbers. A work
// item has 32 neighbouring rows.
lift.def @trmv<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %x: !lift.array<N, f32>) -> !lift.array<N, f32>
    where [N mod 32 eq 0] launch(local = [1], groups = [N floordiv 32]) {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant dense<0.0> : vector<16xf32>
  %chunks = lift.split 32 %m
  %outs = ocl.map_glb<0> (%chunk)[c] in %chunks {
    %out = ocl.map_seq (%row)[kk] in %chunk {
      %part = lift.slice %x from 0 size 32 * c + kk + 1
      %both = lift.zip %row, %part
      %rm = lift.slice %row from 0 size 64 * ((32 * c + kk + 1) floordiv 64)
      %xm = lift.slice %part from 0 size 64 * ((32 * c + kk + 1) floordiv 64)
      %rv = ocl.as_vector 16 %rm
      %xv = ocl.as_vector 16 %xm
      %vv = lift.zip %rv, %xv
      %main = lift.split 4 %vv
      %init = lift.tuple %zero16, %zero16, %zero16, %zero16
      %vs = ocl.reduce_seq (%acc, %q) in %main from %init {
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
      %v0 = arith.addf %z0, %z1 : vector<16xf32>
      %rm2 = lift.slice %row from 64 * ((32 * c + kk + 1) floordiv 64) size 16 * (((32 * c + kk + 1) mod 64) floordiv 16)
      %xm2 = lift.slice %part from 64 * ((32 * c + kk + 1) floordiv 64) size 16 * (((32 * c + kk + 1) mod 64) floordiv 16)
      %rv2 = ocl.as_vector 16 %rm2
      %xv2 = ocl.as_vector 16 %xm2
      %vv2 = lift.zip %rv2, %xv2
      %v = ocl.reduce_seq (%acc, %p) in %vv2 from %v0 {
        %l = lift.get %p[0]
        %rr = lift.get %p[1]
        %lr = arith.mulf %l, %rr : vector<16xf32>
        %s = arith.addf %acc, %lr : vector<16xf32>
        lift.yield %s
      }
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
      %rest = lift.slice %both
          from 64 * ((32 * c + kk + 1) floordiv 64) + 16 * (((32 * c + kk + 1) mod 64) floordiv 16)
          size (32 * c + kk + 1) mod 16
      %dot = ocl.reduce_seq (%acc, %p) in %rest from %hs14 {
        %l = lift.get %p[0]
        %rr = lift.get %p[1]
        %lr = arith.mulf %l, %rr : f32
        %s = arith.addf %acc, %lr : f32
        lift.yield %s
      }
      lift.yield %dot
    }
    lift.yield %out
  }
  %outj = lift.join %outs
  lift.return %outj
}
