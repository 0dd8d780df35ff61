// The prices of a call and of a put by Black and Scholes, from the price of the stock, the strike and the years.
lift.def @normal(%d: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant -0.5 : f32
  %slope = arith.constant 0.2316419 : f32
  %root = arith.constant 0.3989422804 : f32
  %a1 = arith.constant 0.31938153 : f32
  %a2 = arith.constant -0.356563782 : f32
  %a3 = arith.constant 1.781477937 : f32
  %a4 = arith.constant -1.821255978 : f32
  %a5 = arith.constant 1.330274429 : f32
  %size = math.absf %d : f32
  %bent = arith.mulf %slope, %size : f32
  %more = arith.addf %one, %bent : f32
  %k = arith.divf %one, %more : f32
  %p5 = arith.mulf %k, %a5 : f32
  %s4 = arith.addf %a4, %p5 : f32
  %p4 = arith.mulf %k, %s4 : f32
  %s3 = arith.addf %a3, %p4 : f32
  %p3 = arith.mulf %k, %s3 : f32
  %s2 = arith.addf %a2, %p3 : f32
  %p2 = arith.mulf %k, %s2 : f32
  %s1 = arith.addf %a1, %p2 : f32
  %p1 = arith.mulf %k, %s1 : f32
  %d2 = arith.mulf %d, %d : f32
  %exponent = arith.mulf %half, %d2 : f32
  %bell = math.exp %exponent : f32
  %density = arith.mulf %root, %bell : f32
  %tail = arith.mulf %density, %p1 : f32
  %rest = arith.subf %one, %tail : f32
  %above = arith.cmpf ogt, %d, %zero : f32
  %r = arith.select %above, %rest, %tail : f32
  lift.return %r
}

lift.def @black_scholes<N>(%options: !lift.array<N, tuple<f32, f32, f32>>, %rate: f32, %volatility: f32)
    -> !lift.array<N, tuple<f32, f32>> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%option) in %options {
    %price = lift.get %option[0]
    %strike = lift.get %option[1]
    %years = lift.get %option[2]
    %root = math.sqrt %years : f32
    %spread = arith.mulf %volatility, %root : f32
    %v2 = arith.mulf %volatility, %volatility : f32
    %hv2 = arith.mulf %half, %v2 : f32
    %drift = arith.addf %rate, %hv2 : f32
    %moved = arith.mulf %drift, %years : f32
    %ratio = arith.divf %price, %strike : f32
    %log = math.log %ratio : f32
    %sum = arith.addf %log, %moved : f32
    %d1 = arith.divf %sum, %spread : f32
    %d2 = arith.subf %d1, %spread : f32
    %n1 = lift.call @normal(%d1)
    %n2 = lift.call @normal(%d2)
    %rt = arith.mulf %rate, %years : f32
    %loss = arith.subf %zero, %rt : f32
    %discount = math.exp %loss : f32
    %paid = arith.mulf %strike, %discount : f32
    %gain = arith.mulf %price, %n1 : f32
    %cost = arith.mulf %paid, %n2 : f32
    %call = arith.subf %gain, %cost : f32
    %m1 = arith.subf %one, %n1 : f32
    %m2 = arith.subf %one, %n2 : f32
    %kept = arith.mulf %paid, %m2 : f32
    %given = arith.mulf %price, %m1 : f32
    %put = arith.subf %kept, %given : f32
    %both = lift.tuple %call, %put
    lift.yield %both
  }
  lift.return %r
}
