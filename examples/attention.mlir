// Attention over several sequences that differ in length: nothing is padded.
//
// Sequence i has rows[i] tokens, each with a query, a key and a value of D numbers. What a token gets is the mean of all values
// of its sequence, weighted by the softmax of the products of its query and all keys.
//
//   lift-run examples/attention.mlir --random N=3,D=4

lift.def @attention<N, D, rows[N]>(
    %queries: !lift.array<i : N, !lift.array<rows[i], !lift.array<D, f32>>>,
    %keys: !lift.array<i : N, !lift.array<rows[i], !lift.array<D, f32>>>,
    %values: !lift.array<i : N, !lift.array<rows[i], !lift.array<D, f32>>>)
    -> !lift.array<i : N, !lift.array<rows[i], !lift.array<D, f32>>> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -3.0e38 : f32
  %sequences = lift.zip %queries, %keys, %values
  %r = lift.map (%sequence) in %sequences {
    %qs = lift.get %sequence[0]
    %ks = lift.get %sequence[1]
    %vs = lift.get %sequence[2]
    %tokens = lift.map (%q) in %qs {
      %scores = lift.map (%k) in %ks {
        %both = lift.zip %q, %k
        %dot = lift.reduce (%acc, %p) in %both from %zero {
          %a = lift.get %p[0]
          %b = lift.get %p[1]
          %ab = arith.mulf %a, %b : f32
          %s = arith.addf %acc, %ab : f32
          lift.yield %s
        }
        lift.yield %dot
      }
      %greatest = lift.reduce (%acc, %x) in %scores from %least {
        %m = arith.maximumf %acc, %x : f32
        lift.yield %m
      }
      %weights = lift.map (%x) in %scores {
        %d = arith.subf %x, %greatest : f32
        %e = math.exp %d : f32
        lift.yield %e
      }
      %sum = lift.reduce (%acc, %x) in %weights from %zero {
        %s = arith.addf %acc, %x : f32
        lift.yield %s
      }
      %columns = lift.transpose %vs
      %mean = lift.map (%column) in %columns {
        %both = lift.zip %weights, %column
        %total = lift.reduce (%acc, %p) in %both from %zero {
          %a = lift.get %p[0]
          %b = lift.get %p[1]
          %ab = arith.mulf %a, %b : f32
          %s = arith.addf %acc, %ab : f32
          lift.yield %s
        }
        %one = arith.divf %total, %sum : f32
        lift.yield %one
      }
      lift.yield %mean
    }
    lift.yield %tokens
  }
  lift.return %r
}
