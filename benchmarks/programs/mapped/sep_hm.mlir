// A separable convolution of 17 taps whose ends are clamped: of each row first the sums of its columns, and then from these the
// sums of the row. The middle of a row has vectors without clamps, both ends have single numbers.
lift.def @sep<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %w: !lift.array<17, f32>)
    -> !lift.array<N, !lift.array<M, f32>> where [M mod 16 eq 0, M ge 48, N mod 32 eq 0]
    launch(local = [1], groups = [N floordiv 32]) {
  %zero = arith.constant 0.0 : f32
  %w0 = lift.at %w[0]
  %w1 = lift.at %w[1]
  %w2 = lift.at %w[2]
  %w3 = lift.at %w[3]
  %w4 = lift.at %w[4]
  %w5 = lift.at %w[5]
  %w6 = lift.at %w[6]
  %w7 = lift.at %w[7]
  %w8 = lift.at %w[8]
  %w9 = lift.at %w[9]
  %w10 = lift.at %w[10]
  %w11 = lift.at %w[11]
  %w12 = lift.at %w[12]
  %w13 = lift.at %w[13]
  %w14 = lift.at %w[14]
  %w15 = lift.at %w[15]
  %w16 = lift.at %w[16]
  %pr = lift.pad clamp 8, 8 %a
  %sw = lift.slide 17 by 1 %pr
  %chunks = lift.split 32 %sw
  %out = ocl.map_wrg<0> (%chunk) in %chunks {
    %o = ocl.map_seq (%strip) in %chunk {
      %q0 = lift.at %strip[0]
      %qv0 = ocl.as_vector 16 %q0
      %q1 = lift.at %strip[1]
      %qv1 = ocl.as_vector 16 %q1
      %q2 = lift.at %strip[2]
      %qv2 = ocl.as_vector 16 %q2
      %q3 = lift.at %strip[3]
      %qv3 = ocl.as_vector 16 %q3
      %q4 = lift.at %strip[4]
      %qv4 = ocl.as_vector 16 %q4
      %q5 = lift.at %strip[5]
      %qv5 = ocl.as_vector 16 %q5
      %q6 = lift.at %strip[6]
      %qv6 = ocl.as_vector 16 %q6
      %q7 = lift.at %strip[7]
      %qv7 = ocl.as_vector 16 %q7
      %q8 = lift.at %strip[8]
      %qv8 = ocl.as_vector 16 %q8
      %q9 = lift.at %strip[9]
      %qv9 = ocl.as_vector 16 %q9
      %q10 = lift.at %strip[10]
      %qv10 = ocl.as_vector 16 %q10
      %q11 = lift.at %strip[11]
      %qv11 = ocl.as_vector 16 %q11
      %q12 = lift.at %strip[12]
      %qv12 = ocl.as_vector 16 %q12
      %q13 = lift.at %strip[13]
      %qv13 = ocl.as_vector 16 %q13
      %q14 = lift.at %strip[14]
      %qv14 = ocl.as_vector 16 %q14
      %q15 = lift.at %strip[15]
      %qv15 = ocl.as_vector 16 %q15
      %q16 = lift.at %strip[16]
      %qv16 = ocl.as_vector 16 %q16
      %zv = lift.zip %qv0, %qv1, %qv2, %qv3, %qv4, %qv5, %qv6, %qv7, %qv8, %qv9, %qv10, %qv11, %qv12, %qv13, %qv14, %qv15, %qv16
      %vv = ocl.map_seq (%vt) in %zv {
        %vg0 = lift.get %vt[0]
        %vg1 = lift.get %vt[1]
        %vg2 = lift.get %vt[2]
        %vg3 = lift.get %vt[3]
        %vg4 = lift.get %vt[4]
        %vg5 = lift.get %vt[5]
        %vg6 = lift.get %vt[6]
        %vg7 = lift.get %vt[7]
        %vg8 = lift.get %vt[8]
        %vg9 = lift.get %vt[9]
        %vg10 = lift.get %vt[10]
        %vg11 = lift.get %vt[11]
        %vg12 = lift.get %vt[12]
        %vg13 = lift.get %vt[13]
        %vg14 = lift.get %vt[14]
        %vg15 = lift.get %vt[15]
        %vg16 = lift.get %vt[16]
        %vm0 = ocl.map_vec (%evm0) in %vg0 { %kvm0 = arith.mulf %w0, %evm0 : f32 lift.yield %kvm0 }
        %vm1 = ocl.map_vec (%evm1) in %vg1 { %kvm1 = arith.mulf %w1, %evm1 : f32 lift.yield %kvm1 }
        %vm2 = ocl.map_vec (%evm2) in %vg2 { %kvm2 = arith.mulf %w2, %evm2 : f32 lift.yield %kvm2 }
        %vm3 = ocl.map_vec (%evm3) in %vg3 { %kvm3 = arith.mulf %w3, %evm3 : f32 lift.yield %kvm3 }
        %vm4 = ocl.map_vec (%evm4) in %vg4 { %kvm4 = arith.mulf %w4, %evm4 : f32 lift.yield %kvm4 }
        %vm5 = ocl.map_vec (%evm5) in %vg5 { %kvm5 = arith.mulf %w5, %evm5 : f32 lift.yield %kvm5 }
        %vm6 = ocl.map_vec (%evm6) in %vg6 { %kvm6 = arith.mulf %w6, %evm6 : f32 lift.yield %kvm6 }
        %vm7 = ocl.map_vec (%evm7) in %vg7 { %kvm7 = arith.mulf %w7, %evm7 : f32 lift.yield %kvm7 }
        %vm8 = ocl.map_vec (%evm8) in %vg8 { %kvm8 = arith.mulf %w8, %evm8 : f32 lift.yield %kvm8 }
        %vm9 = ocl.map_vec (%evm9) in %vg9 { %kvm9 = arith.mulf %w9, %evm9 : f32 lift.yield %kvm9 }
        %vm10 = ocl.map_vec (%evm10) in %vg10 { %kvm10 = arith.mulf %w10, %evm10 : f32 lift.yield %kvm10 }
        %vm11 = ocl.map_vec (%evm11) in %vg11 { %kvm11 = arith.mulf %w11, %evm11 : f32 lift.yield %kvm11 }
        %vm12 = ocl.map_vec (%evm12) in %vg12 { %kvm12 = arith.mulf %w12, %evm12 : f32 lift.yield %kvm12 }
        %vm13 = ocl.map_vec (%evm13) in %vg13 { %kvm13 = arith.mulf %w13, %evm13 : f32 lift.yield %kvm13 }
        %vm14 = ocl.map_vec (%evm14) in %vg14 { %kvm14 = arith.mulf %w14, %evm14 : f32 lift.yield %kvm14 }
        %vm15 = ocl.map_vec (%evm15) in %vg15 { %kvm15 = arith.mulf %w15, %evm15 : f32 lift.yield %kvm15 }
        %vm16 = ocl.map_vec (%evm16) in %vg16 { %kvm16 = arith.mulf %w16, %evm16 : f32 lift.yield %kvm16 }
        %vs1 = arith.addf %vm0, %vm1 : vector<16xf32>
        %vs2 = arith.addf %vs1, %vm2 : vector<16xf32>
        %vs3 = arith.addf %vs2, %vm3 : vector<16xf32>
        %vs4 = arith.addf %vs3, %vm4 : vector<16xf32>
        %vs5 = arith.addf %vs4, %vm5 : vector<16xf32>
        %vs6 = arith.addf %vs5, %vm6 : vector<16xf32>
        %vs7 = arith.addf %vs6, %vm7 : vector<16xf32>
        %vs8 = arith.addf %vs7, %vm8 : vector<16xf32>
        %vs9 = arith.addf %vs8, %vm9 : vector<16xf32>
        %vs10 = arith.addf %vs9, %vm10 : vector<16xf32>
        %vs11 = arith.addf %vs10, %vm11 : vector<16xf32>
        %vs12 = arith.addf %vs11, %vm12 : vector<16xf32>
        %vs13 = arith.addf %vs12, %vm13 : vector<16xf32>
        %vs14 = arith.addf %vs13, %vm14 : vector<16xf32>
        %vs15 = arith.addf %vs14, %vm15 : vector<16xf32>
        %vs16 = arith.addf %vs15, %vm16 : vector<16xf32>
        %lo = ocl.to_local %vs16
        lift.yield %lo
      }
      %vs = ocl.as_scalar %vv
      %pv = lift.pad clamp 8, 8 %vs
      %wins = lift.slide 17 by 1 %pv
      %leftw = lift.slice %wins from 0 size 8
      %left = ocl.map_seq (%win) in %leftw {
        %z = lift.zip %win, %w
        %s = ocl.reduce_seq (%acc, %e) in %z from %zero {
          %x = lift.get %e[0]
          %y = lift.get %e[1]
          %xy = arith.mulf %x, %y : f32
          %t = arith.addf %acc, %xy : f32
          lift.yield %t
        }
        lift.yield %s
      }
      %m0 = lift.slice %vs from 0 size 16 * ((M - 16) floordiv 16)
      %mv0 = ocl.as_vector 16 %m0
      %m1 = lift.slice %vs from 1 size 16 * ((M - 16) floordiv 16)
      %mv1 = ocl.as_vector 16 %m1
      %m2 = lift.slice %vs from 2 size 16 * ((M - 16) floordiv 16)
      %mv2 = ocl.as_vector 16 %m2
      %m3 = lift.slice %vs from 3 size 16 * ((M - 16) floordiv 16)
      %mv3 = ocl.as_vector 16 %m3
      %m4 = lift.slice %vs from 4 size 16 * ((M - 16) floordiv 16)
      %mv4 = ocl.as_vector 16 %m4
      %m5 = lift.slice %vs from 5 size 16 * ((M - 16) floordiv 16)
      %mv5 = ocl.as_vector 16 %m5
      %m6 = lift.slice %vs from 6 size 16 * ((M - 16) floordiv 16)
      %mv6 = ocl.as_vector 16 %m6
      %m7 = lift.slice %vs from 7 size 16 * ((M - 16) floordiv 16)
      %mv7 = ocl.as_vector 16 %m7
      %m8 = lift.slice %vs from 8 size 16 * ((M - 16) floordiv 16)
      %mv8 = ocl.as_vector 16 %m8
      %m9 = lift.slice %vs from 9 size 16 * ((M - 16) floordiv 16)
      %mv9 = ocl.as_vector 16 %m9
      %m10 = lift.slice %vs from 10 size 16 * ((M - 16) floordiv 16)
      %mv10 = ocl.as_vector 16 %m10
      %m11 = lift.slice %vs from 11 size 16 * ((M - 16) floordiv 16)
      %mv11 = ocl.as_vector 16 %m11
      %m12 = lift.slice %vs from 12 size 16 * ((M - 16) floordiv 16)
      %mv12 = ocl.as_vector 16 %m12
      %m13 = lift.slice %vs from 13 size 16 * ((M - 16) floordiv 16)
      %mv13 = ocl.as_vector 16 %m13
      %m14 = lift.slice %vs from 14 size 16 * ((M - 16) floordiv 16)
      %mv14 = ocl.as_vector 16 %m14
      %m15 = lift.slice %vs from 15 size 16 * ((M - 16) floordiv 16)
      %mv15 = ocl.as_vector 16 %m15
      %m16 = lift.slice %vs from 16 size 16 * ((M - 16) floordiv 16)
      %mv16 = ocl.as_vector 16 %m16
      %zh = lift.zip %mv0, %mv1, %mv2, %mv3, %mv4, %mv5, %mv6, %mv7, %mv8, %mv9, %mv10, %mv11, %mv12, %mv13, %mv14, %mv15, %mv16
      %hh = ocl.map_seq (%ht) in %zh {
        %hg0 = lift.get %ht[0]
        %hg1 = lift.get %ht[1]
        %hg2 = lift.get %ht[2]
        %hg3 = lift.get %ht[3]
        %hg4 = lift.get %ht[4]
        %hg5 = lift.get %ht[5]
        %hg6 = lift.get %ht[6]
        %hg7 = lift.get %ht[7]
        %hg8 = lift.get %ht[8]
        %hg9 = lift.get %ht[9]
        %hg10 = lift.get %ht[10]
        %hg11 = lift.get %ht[11]
        %hg12 = lift.get %ht[12]
        %hg13 = lift.get %ht[13]
        %hg14 = lift.get %ht[14]
        %hg15 = lift.get %ht[15]
        %hg16 = lift.get %ht[16]
        %hm0 = ocl.map_vec (%ehm0) in %hg0 { %khm0 = arith.mulf %w0, %ehm0 : f32 lift.yield %khm0 }
        %hm1 = ocl.map_vec (%ehm1) in %hg1 { %khm1 = arith.mulf %w1, %ehm1 : f32 lift.yield %khm1 }
        %hm2 = ocl.map_vec (%ehm2) in %hg2 { %khm2 = arith.mulf %w2, %ehm2 : f32 lift.yield %khm2 }
        %hm3 = ocl.map_vec (%ehm3) in %hg3 { %khm3 = arith.mulf %w3, %ehm3 : f32 lift.yield %khm3 }
        %hm4 = ocl.map_vec (%ehm4) in %hg4 { %khm4 = arith.mulf %w4, %ehm4 : f32 lift.yield %khm4 }
        %hm5 = ocl.map_vec (%ehm5) in %hg5 { %khm5 = arith.mulf %w5, %ehm5 : f32 lift.yield %khm5 }
        %hm6 = ocl.map_vec (%ehm6) in %hg6 { %khm6 = arith.mulf %w6, %ehm6 : f32 lift.yield %khm6 }
        %hm7 = ocl.map_vec (%ehm7) in %hg7 { %khm7 = arith.mulf %w7, %ehm7 : f32 lift.yield %khm7 }
        %hm8 = ocl.map_vec (%ehm8) in %hg8 { %khm8 = arith.mulf %w8, %ehm8 : f32 lift.yield %khm8 }
        %hm9 = ocl.map_vec (%ehm9) in %hg9 { %khm9 = arith.mulf %w9, %ehm9 : f32 lift.yield %khm9 }
        %hm10 = ocl.map_vec (%ehm10) in %hg10 { %khm10 = arith.mulf %w10, %ehm10 : f32 lift.yield %khm10 }
        %hm11 = ocl.map_vec (%ehm11) in %hg11 { %khm11 = arith.mulf %w11, %ehm11 : f32 lift.yield %khm11 }
        %hm12 = ocl.map_vec (%ehm12) in %hg12 { %khm12 = arith.mulf %w12, %ehm12 : f32 lift.yield %khm12 }
        %hm13 = ocl.map_vec (%ehm13) in %hg13 { %khm13 = arith.mulf %w13, %ehm13 : f32 lift.yield %khm13 }
        %hm14 = ocl.map_vec (%ehm14) in %hg14 { %khm14 = arith.mulf %w14, %ehm14 : f32 lift.yield %khm14 }
        %hm15 = ocl.map_vec (%ehm15) in %hg15 { %khm15 = arith.mulf %w15, %ehm15 : f32 lift.yield %khm15 }
        %hm16 = ocl.map_vec (%ehm16) in %hg16 { %khm16 = arith.mulf %w16, %ehm16 : f32 lift.yield %khm16 }
        %hs1 = arith.addf %hm0, %hm1 : vector<16xf32>
        %hs2 = arith.addf %hs1, %hm2 : vector<16xf32>
        %hs3 = arith.addf %hs2, %hm3 : vector<16xf32>
        %hs4 = arith.addf %hs3, %hm4 : vector<16xf32>
        %hs5 = arith.addf %hs4, %hm5 : vector<16xf32>
        %hs6 = arith.addf %hs5, %hm6 : vector<16xf32>
        %hs7 = arith.addf %hs6, %hm7 : vector<16xf32>
        %hs8 = arith.addf %hs7, %hm8 : vector<16xf32>
        %hs9 = arith.addf %hs8, %hm9 : vector<16xf32>
        %hs10 = arith.addf %hs9, %hm10 : vector<16xf32>
        %hs11 = arith.addf %hs10, %hm11 : vector<16xf32>
        %hs12 = arith.addf %hs11, %hm12 : vector<16xf32>
        %hs13 = arith.addf %hs12, %hm13 : vector<16xf32>
        %hs14 = arith.addf %hs13, %hm14 : vector<16xf32>
        %hs15 = arith.addf %hs14, %hm15 : vector<16xf32>
        %hs16 = arith.addf %hs15, %hm16 : vector<16xf32>
        lift.yield %hs16
      }
      %mid = ocl.as_scalar %hh
      %rightw = lift.slice %wins from 8 + 16 * ((M - 16) floordiv 16) size 8 + (M - 16) mod 16
      %right = ocl.map_seq (%win) in %rightw {
        %z = lift.zip %win, %w
        %s = ocl.reduce_seq (%acc, %e) in %z from %zero {
          %x = lift.get %e[0]
          %y = lift.get %e[1]
          %xy = arith.mulf %x, %y : f32
          %t = arith.addf %acc, %xy : f32
          lift.yield %t
        }
        lift.yield %s
      }
      %row = lift.concat %left, %mid, %right
      lift.yield %row
    }
    lift.yield %o
  }
  %r = lift.join %out
  lift.return %r
}
