// The sum of 3 x 3 neighbours, where the border is clamped: vectors without clamps in the middle of a row, single numbers at
// both ends. A work item has 32 rows.
lift.def @st<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>>
    where [M ge 18, N mod 32 eq 0] launch(local = [1], groups = [N floordiv 32]) {
  %zero = arith.constant 0.0 : f32
  %pr = lift.pad clamp 1, 1 %a
  %wins = lift.slide 3 by 1 %pr
  %chunks = lift.split 32 %wins
  %out = ocl.map_glb<0> (%chunk) in %chunks {
    %o = ocl.map_seq (%w) in %chunk {
      %r0 = lift.at %w[0]
      %r1 = lift.at %w[1]
      %r2 = lift.at %w[2]
      %pads = lift.map (%q) in %w {
        %p = lift.pad clamp 1, 1 %q
        %sl = lift.slide 3 by 1 %p
        lift.yield %sl
      }
      %cells = lift.transpose %pads
      %leftw = lift.slice %cells from 0 size 1
      %left = ocl.map_seq (%tile) in %leftw {
        %flat = lift.join %tile
        %s = ocl.reduce_seq (%acc, %e) in %flat from %zero {
          %t = arith.addf %acc, %e : f32
          lift.yield %t
        }
        lift.yield %s
      }
      %m0_0 = lift.slice %r0 from 0 size 16 * ((M - 2) floordiv 16)
      %v0_0 = ocl.as_vector 16 %m0_0
      %m0_1 = lift.slice %r0 from 1 size 16 * ((M - 2) floordiv 16)
      %v0_1 = ocl.as_vector 16 %m0_1
      %m0_2 = lift.slice %r0 from 2 size 16 * ((M - 2) floordiv 16)
      %v0_2 = ocl.as_vector 16 %m0_2
      %m1_0 = lift.slice %r1 from 0 size 16 * ((M - 2) floordiv 16)
      %v1_0 = ocl.as_vector 16 %m1_0
      %m1_1 = lift.slice %r1 from 1 size 16 * ((M - 2) floordiv 16)
      %v1_1 = ocl.as_vector 16 %m1_1
      %m1_2 = lift.slice %r1 from 2 size 16 * ((M - 2) floordiv 16)
      %v1_2 = ocl.as_vector 16 %m1_2
      %m2_0 = lift.slice %r2 from 0 size 16 * ((M - 2) floordiv 16)
      %v2_0 = ocl.as_vector 16 %m2_0
      %m2_1 = lift.slice %r2 from 1 size 16 * ((M - 2) floordiv 16)
      %v2_1 = ocl.as_vector 16 %m2_1
      %m2_2 = lift.slice %r2 from 2 size 16 * ((M - 2) floordiv 16)
      %v2_2 = ocl.as_vector 16 %m2_2
      %z = lift.zip %v0_0, %v0_1, %v0_2, %v1_0, %v1_1, %v1_2, %v2_0, %v2_1, %v2_2
      %mid = ocl.map_seq (%t) in %z {
        %g0 = lift.get %t[0]
        %g1 = lift.get %t[1]
        %g2 = lift.get %t[2]
        %g3 = lift.get %t[3]
        %g4 = lift.get %t[4]
        %g5 = lift.get %t[5]
        %g6 = lift.get %t[6]
        %g7 = lift.get %t[7]
        %g8 = lift.get %t[8]
        %s1 = arith.addf %g0, %g1 : vector<16xf32>
        %s2 = arith.addf %s1, %g2 : vector<16xf32>
        %s3 = arith.addf %s2, %g3 : vector<16xf32>
        %s4 = arith.addf %s3, %g4 : vector<16xf32>
        %s5 = arith.addf %s4, %g5 : vector<16xf32>
        %s6 = arith.addf %s5, %g6 : vector<16xf32>
        %s7 = arith.addf %s6, %g7 : vector<16xf32>
        %s8 = arith.addf %s7, %g8 : vector<16xf32>
        lift.yield %s8
      }
      %midS = ocl.as_scalar %mid
      %rightw = lift.slice %cells from 1 + 16 * ((M - 2) floordiv 16) size 1 + (M - 2) mod 16
      %right = ocl.map_seq (%tile) in %rightw {
        %flat = lift.join %tile
        %s = ocl.reduce_seq (%acc, %e) in %flat from %zero {
          %t = arith.addf %acc, %e : f32
          lift.yield %t
        }
        lift.yield %s
      }
      %row = lift.concat %left, %midS, %right
      lift.yield %row
    }
    lift.yield %o
  }
  %r = lift.join %out
  lift.return %r
}
