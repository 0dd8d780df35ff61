// The dot product, up to the sums of chunks of 65536: each has four vectors of sums, which are one tuple.
lift.def @dot<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, f32>) -> !lift.array<N floordiv 65536, f32>
    where [N mod 65536 eq 0, N ge 65536] launch(local = [1], groups = [N floordiv 65536]) {
  %zero16 = arith.constant dense<0.0> : vector<16xf32>
  %xv = ocl.as_vector 16 %x
  %yv = ocl.as_vector 16 %y
  %xy = lift.zip %xv, %yv
  %rows = lift.split 4 %xy
  %chunks = lift.split 1024 %rows
  %parts = ocl.map_glb<0> (%chunk) in %chunks {
    %init = lift.tuple %zero16, %zero16, %zero16, %zero16
    %vs = ocl.reduce_seq (%acc, %row) in %chunk from %init {
      %p0 = lift.at %row[0]
      %a0 = lift.get %p0[0]
      %b0 = lift.get %p0[1]
      %c0 = lift.get %acc[0]
      %ab0 = arith.mulf %a0, %b0 : vector<16xf32>
      %s0 = arith.addf %c0, %ab0 : vector<16xf32>
      %p1 = lift.at %row[1]
      %a1 = lift.get %p1[0]
      %b1 = lift.get %p1[1]
      %c1 = lift.get %acc[1]
      %ab1 = arith.mulf %a1, %b1 : vector<16xf32>
      %s1 = arith.addf %c1, %ab1 : vector<16xf32>
      %p2 = lift.at %row[2]
      %a2 = lift.get %p2[0]
      %b2 = lift.get %p2[1]
      %c2 = lift.get %acc[2]
      %ab2 = arith.mulf %a2, %b2 : vector<16xf32>
      %s2 = arith.addf %c2, %ab2 : vector<16xf32>
      %p3 = lift.at %row[3]
      %a3 = lift.get %p3[0]
      %b3 = lift.get %p3[1]
      %c3 = lift.get %acc[3]
      %ab3 = arith.mulf %a3, %b3 : vector<16xf32>
      %s3 = arith.addf %c3, %ab3 : vector<16xf32>
      %s = lift.tuple %s0, %s1, %s2, %s3
      lift.yield %s
    }
    %w0 = lift.get %vs[0]
    %w1 = lift.get %vs[1]
    %w2 = lift.get %vs[2]
    %w3 = lift.get %vs[3]
    %q0 = arith.addf %w0, %w1 : vector<16xf32>
    %q1 = arith.addf %w2, %w3 : vector<16xf32>
    %v = arith.addf %q0, %q1 : vector<16xf32>
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
  lift.return %parts
}
