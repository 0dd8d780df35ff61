// Prefix sums: the sums of chunks of 16384 with vectors, the prefix sums of these, and then each chunk from
// there, sixteen at once: in a vector each lane adds the one that is 1, 2, 4 and 8 before it.
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
    %sum = ocl.reduce_vec associative commutative (%acc, %e) in %v from %zero {
      %s = arith.addf %acc, %e : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  %ends = ocl.scan_seq (%acc, %e) in %sums from %zero {
    %s = arith.addf %acc, %e : f32
    lift.yield %s
  }
  %padded = lift.pad constant %zero 1, 0 %ends
  %begins = lift.slice %padded from 0 size N floordiv 16384
  %chunks = lift.split 1024 %xv
  %both = lift.zip %chunks, %begins
  %out = ocl.map_glb<0> (%p) in %both {
    %c = lift.get %p[0]
    %b = lift.get %p[1]
    %first = ocl.map_vec (%z) in %zero16 { lift.yield %b }
    %o = ocl.scan_seq (%acc, %v) in %c from %first {
      %before = ocl.reduce_vec (%a, %e) in %acc from %zero { lift.yield %e }
      %n = ocl.scan_vec associative (%a, %e) in %v from %before {
        %s = arith.addf %a, %e : f32
        lift.yield %s
      }
      lift.yield %n
    }
    lift.yield %o
  }
  %r = lift.join %out
  %rs = ocl.as_scalar %r
  lift.return %rs
}
