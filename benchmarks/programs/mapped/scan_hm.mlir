// Prefix sums: the sums of chunks of 16384 with vectors, the prefix sums of these, and then each chunk from there.
lift.def @scan<N>(%x: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 16384 eq 0] {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant dense<0.0> : vector<16xf32>
  %xv = ocl.as_vector 16 %x
  %xr = lift.split 4 %xv
  %vchunks = lift.split 256 %xr
  %sums = ocl.map_glb<0> (%chunk) in %vchunks {
    %init = lift.tuple %zero16, %zero16, %zero16, %zero16
    %vs = ocl.reduce_seq (%acc, %row) in %chunk from %init {
      %p0 = lift.at %row[0]
      %c0 = lift.get %acc[0]
      %s0 = arith.addf %c0, %p0 : vector<16xf32>
      %p1 = lift.at %row[1]
      %c1 = lift.get %acc[1]
      %s1 = arith.addf %c1, %p1 : vector<16xf32>
      %p2 = lift.at %row[2]
      %c2 = lift.get %acc[2]
      %s2 = arith.addf %c2, %p2 : vector<16xf32>
      %p3 = lift.at %row[3]
      %c3 = lift.get %acc[3]
      %s3 = arith.addf %c3, %p3 : vector<16xf32>
      %s = lift.tuple %s0, %s1, %s2, %s3
      lift.yield %s
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
  %ends = ocl.scan_seq (%acc, %e) in %sums from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  %padded = lift.pad constant %zero 1, 0 %ends
  %begins = lift.slice %padded from 0 size N floordiv 16384
  %chunks = lift.split 16384 %x
  %both = lift.zip %chunks, %begins
  %out = ocl.map_glb<0> (%p) in %both {
    %c = lift.get %p[0]
    %b = lift.get %p[1]
    %o = ocl.scan_seq (%acc, %e) in %c from %b {
      %s = arith.addf %acc, %e : f32
      lift.yield %s
    }
    lift.yield %o
  }
  %r = lift.join %out
  lift.return %r
}
