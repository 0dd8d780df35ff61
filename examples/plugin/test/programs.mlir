// What test_extra.py runs.

lift.def @read<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  %both = extra.interleave %xs, %ys
  %r = lift.map (%x) in %both {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  lift.return %r
}

lift.def @write<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<2 * N, f32> {
  %a = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y
  }
  %b = lift.map (%x) in %ys {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  %both = extra.interleave %a, %b
  lift.return %both
}

lift.def @each_row<N, M>(%rows: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<M, !lift.array<2 * N, f32>> {
  %twice = lift.map (%row) in %rows {
    %both = extra.interleave %row, %row
    lift.yield %both
  }
  %r = lift.map (%row) in %twice {
    %negated = lift.map (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %negated
  }
  lift.return %r
}

lift.def @multiples<N>(%x: f32) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = extra.unfold N (%sum) from %zero {
    %next = arith.addf %sum, %x : f32
    lift.yield %next
  }
  lift.return %r
}

lift.def @streams<N, M>(%seeds: !lift.array<M, f32>) -> !lift.array<M, !lift.array<2 * N, f32>> {
  %one = arith.constant 1.0 : f32
  %r = lift.map (%seed) in %seeds {
    %up = extra.unfold N (%x) from %seed {
      %y = arith.addf %x, %one : f32
      lift.yield %y
    }
    %down = extra.unfold N (%x) from %seed {
      %y = arith.subf %x, %one : f32
      lift.yield %y
    }
    %both = extra.interleave %up, %down
    lift.yield %both
  }
  lift.return %r
}

// What is computed here is used at once: it is kept by the work item.
lift.def @sums<N>(%seeds: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = lift.map (%seed) in %seeds {
    %up = extra.unfold 4 (%x) from %seed {
      %y = arith.addf %x, %one : f32
      lift.yield %y
    }
    %same = extra.unfold 4 (%x)[k] from %seed {
      lift.yield %x
    }
    %both = extra.interleave %up, %same
    %sum = lift.reduce (%acc, %x) in %both from %zero {
      %y = arith.addf %acc, %x : f32
      lift.yield %y
    }
    lift.yield %sum
  }
  lift.return %r
}
