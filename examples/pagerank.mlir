// PageRank: how likely somebody is at each page who follows links at random, and now and then begins anywhere.
//
// Row i of %links has the pages that link to page i, in[i] of them, and %out says how many links each page has. Iterations end
// when no rank changes by more than a millionth, or after 100 of them.
//
//   lift-run examples/pagerank.mlir --random N=30

lift.def @pagerank<N, in[N]>(%links: !lift.array<i : N, !lift.array<in[i], i32>>, %out: !lift.array<N, i32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %follows = arith.constant 0.85 : f32
  %begins = arith.constant 0.15 : f32
  %small = arith.constant 1.0e-6 : f32
  %pages = lift.nat N : i32
  %count = arith.sitofp %pages : i32 to f32
  %even = arith.divf %one, %count : f32
  %anywhere = arith.divf %begins, %count : f32
  %start = lift.generate [i : N] {
    lift.yield %even
  }
  %first = lift.tuple %start, %one
  %last = lift.iterate upto 100 (%s) in %first while {
    %change = lift.get %s[1]
    %more = arith.cmpf ogt, %change, %small : f32
    lift.yield %more
  } do {
    %ranks = lift.get %s[0]
    %both = lift.zip %ranks, %out
    %shares = lift.map (%p) in %both {
      %rank = lift.get %p[0]
      %n = lift.get %p[1]
      %f = arith.sitofp %n : i32 to f32
      %most = arith.maximumf %f, %one : f32
      %share = arith.divf %rank, %most : f32
      lift.yield %share
    }
    %next = lift.map (%row) in %links {
      %sum = lift.reduce (%acc, %j) in %row from %zero {
        %share = lift.at %shares[%j] else %zero
        %t = arith.addf %acc, %share : f32
        lift.yield %t
      }
      %followed = arith.mulf %sum, %follows : f32
      %rank = arith.addf %followed, %anywhere : f32
      lift.yield %rank
    }
    %pairs = lift.zip %ranks, %next
    %change = lift.reduce (%acc, %p) in %pairs from %zero {
      %old = lift.get %p[0]
      %new = lift.get %p[1]
      %d = arith.subf %new, %old : f32
      %size = math.absf %d : f32
      %m = arith.maximumf %acc, %size : f32
      lift.yield %m
    }
    %after = lift.tuple %next, %change
    lift.yield %after
  }
  %ranks = lift.get %last[0]
  lift.return %ranks
}
