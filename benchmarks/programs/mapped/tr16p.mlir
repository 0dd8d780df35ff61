// Transposition by tiles of 16 x 16 in private memory: rows in, columns out. A work item has 16 rows.
lift.def @tr<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>>
    where [N mod 16 eq 0, M mod 16 eq 0] launch(local = [1], groups = [N floordiv 16]) {
  %bands = lift.split 16 %a
  %r = ocl.map_glb<0> (%band) in %bands {
    %cut = lift.map (%row) in %band {
      %s = lift.split 16 %row
      lift.yield %s
    }
    %tiles = lift.transpose %cut
    %o = ocl.map_seq (%tile) in %tiles {
      %p = ocl.map_seq (%row) in %tile {
        %rv = ocl.as_vector 16 %row
        %pc = ocl.map_seq (%e) in %rv {
          %q = ocl.to_private %e
          lift.yield %q
        }
        %ps = ocl.as_scalar %pc
        lift.yield %ps
      }
      %cols = lift.transpose %p
      %o = ocl.map_seq (%col) in %cols {
        %oc = ocl.map_seq (%e) in %col {
          %g = ocl.to_global %e
          lift.yield %g
        }
        lift.yield %oc
      }
      lift.yield %o
    }
    // [M/T][T][T] -> [M][T]
    %j = lift.join %o
    lift.yield %j
  }
  // [N/T][M][T] -> [M][N/T][T] -> [M][N]
  %t = lift.transpose %r
  %f = lift.map (%x) in %t {
    %j = lift.join %x
    lift.yield %j
  }
  lift.return %f
}
