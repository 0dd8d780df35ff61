// Select and aggregate: sum, count and maximum of one column, where another is above t.
lift.def @aggregate<N>(%key: !lift.array<N, f32>, %value: !lift.array<N, f32>, %t: f32) -> tuple<f32, i32, f32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %least = arith.constant 0xFF800000 : f32
  %records = lift.zip %key, %value
  %kept = lift.filter (%p) in %records {
    %k = lift.get %p[0]
    %keep = arith.cmpf ogt, %k, %t : f32
    lift.yield %keep
  }
  %sum = lift.reduce (%acc, %p) in %kept from %zero {
    %v = lift.get %p[1]
    %s = arith.addf %acc, %v : f32
    lift.yield %s
  }
  %count = lift.reduce (%acc, %p) in %kept from %none {
    %s = arith.addi %acc, %one : i32
    lift.yield %s
  }
  %most = lift.reduce (%acc, %p) in %kept from %least {
    %v = lift.get %p[1]
    %s = arith.maxnumf %acc, %v : f32
    lift.yield %s
  }
  %r = lift.tuple %sum, %count, %most
  lift.return %r
}
