// The matrix Q of MRI-Q: for each of N pixels (x, y, z) a complex sum over K samples (kx, ky, kz, magnitude).
lift.def @mriq<N, K>(%pixels: !lift.array<N, tuple<f32, f32, f32>>, %samples: !lift.array<K, tuple<f32, f32, f32, f32>>)
    -> !lift.array<N, tuple<f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %circle = arith.constant 6.2831855 : f32
  %nothing = lift.tuple %zero, %zero
  %r = lift.map (%pixel) in %pixels {
    %x = lift.get %pixel[0]
    %y = lift.get %pixel[1]
    %z = lift.get %pixel[2]
    %q = lift.reduce (%sum, %sample) in %samples from %nothing {
      %kx = lift.get %sample[0]
      %ky = lift.get %sample[1]
      %kz = lift.get %sample[2]
      %magnitude = lift.get %sample[3]
      %xx = arith.mulf %kx, %x : f32
      %yy = arith.mulf %ky, %y : f32
      %zz = arith.mulf %kz, %z : f32
      %xy = arith.addf %xx, %yy : f32
      %xyz = arith.addf %xy, %zz : f32
      %angle = arith.mulf %circle, %xyz : f32
      %cos = math.cos %angle : f32
      %sin = math.sin %angle : f32
      %re = arith.mulf %magnitude, %cos : f32
      %im = arith.mulf %magnitude, %sin : f32
      %old_re = lift.get %sum[0]
      %old_im = lift.get %sum[1]
      %new_re = arith.addf %old_re, %re : f32
      %new_im = arith.addf %old_im, %im : f32
      %new = lift.tuple %new_re, %new_im
      lift.yield %new
    }
    lift.yield %q
  }
  lift.return %r
}
