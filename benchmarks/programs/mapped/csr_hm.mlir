// A sparse matrix times a vector: a work item has 2048 neighbouring rows. Columns are not checked.
lift.def @csr<N, M, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], tuple<i32, f32>>>, %v: !lift.array<M, f32>)
    -> !lift.array<N, f32> where [N mod 2048 eq 0] launch(local = [1], groups = [N floordiv 2048]) {
  %zero = arith.constant 0.0 : f32
  %chunks = lift.split 2048 %m
  %rs = ocl.map_glb<0> (%chunk)[c] in %chunks {
    %r = ocl.map_seq (%row) in %chunk {
      %s = ocl.reduce_seq (%acc, %p) in %row from %zero {
        %j = lift.get %p[0]
        %a = lift.get %p[1]
        %x = lift.at_unchecked %v[%j]
        %ax = arith.mulf %a, %x : f32
        %t = arith.addf %acc, %ax : f32
        lift.yield %t
      }
      lift.yield %s
    }
    lift.yield %r
  }
  %o = lift.join %rs
  lift.return %o
}
