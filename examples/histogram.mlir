// A histogram: how many numbers are in each of M intervals of one width, the first of which begins at %first. Numbers in none
// of them are left out.
//
//   lift-run examples/histogram.mlir --in "[0.1, 0.9, 0.3, 0.2, 7]" --in 0 --in 0.25 -s M=4

lift.def @histogram<N, M>(%xs: !lift.array<N, f32>, %first: f32, %width: f32) -> !lift.array<M, i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %bins = lift.map (%x) in %xs {
    %distance = arith.subf %x, %first : f32
    %number = arith.divf %distance, %width : f32
    %whole = math.floor %number : f32
    %bin = arith.fptosi %whole : f32 to i32
    lift.yield %bin
  }
  %zeros = lift.generate [i : M] {
    lift.yield %zero
  }
  %counts = lift.update (%count, %x) in %xs at %bins into %zeros {
    %more = arith.addi %count, %one : i32
    lift.yield %more
  }
  lift.return %counts
}
