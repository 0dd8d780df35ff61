// The sums of 64 neighbours each, by halving: in each of six iterations, pairs are added.
//
// The length in an iteration is n; after six iterations, N floordiv 64 sums are left.
//
//   lift-run examples/tree_sum.mlir --random N=192

lift.def @tree_sum<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 64, f32> where [N mod 64 eq 0] {
  %r = lift.iterate 6 (%t)[n] in %xs {
    %pairs = lift.split 2 %t
    %half = lift.map (%pair) in %pairs {
      %a = lift.at %pair[0]
      %b = lift.at %pair[1]
      %s = arith.addf %a, %b : f32
      lift.yield %s
    }
    lift.yield %half
  }
  lift.return %r
}
