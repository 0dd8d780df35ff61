// Adaptive quadrature: the integral of the square root from %from to %to, within about %tolerance.
//
// Each interval has a value by Simpson's rule, and a better one by that rule on both of its halves. Where the two are near enough
// to each other for its width, the better one is added; all other intervals are split in two, until none is left. More than M
// intervals at a time are an error of the call. After 2200 halvings no f64 is left between two others, so there are never more.
//
//   lift-run examples/quadrature.mlir --in 0 --in 1 --in 1e-6 -s M=1000

lift.def @simpson(%a: f64, %b: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %four = arith.constant 4.0 : f64
  %six = arith.constant 6.0 : f64
  %ends = arith.addf %a, %b : f64
  %m = arith.mulf %ends, %half : f64
  %fa = math.sqrt %a : f64
  %fm = math.sqrt %m : f64
  %fb = math.sqrt %b : f64
  %outer = arith.addf %fa, %fb : f64
  %inner = arith.mulf %four, %fm : f64
  %sum = arith.addf %outer, %inner : f64
  %width = arith.subf %b, %a : f64
  %sixth = arith.divf %width, %six : f64
  %r = arith.mulf %sixth, %sum : f64
  lift.return %r
}

lift.def @quadrature<M>(%from: f64, %to: f64, %tolerance: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %none = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %all = arith.subf %to, %from : f64
  %whole = lift.generate [i : 1] {
    %interval = lift.tuple %from, %to
    lift.yield %interval
  }
  %packed = lift.pack %whole as !lift.exists<X upto M, !lift.array<X, tuple<f64, f64>>>
  %first = lift.tuple %packed, %zero
  %last = lift.iterate upto 2200 (%s) in %first while {
    %intervals = lift.get %s[0]
    %n = lift.length %intervals
    %more = arith.cmpi sgt, %n, %none : i32
    lift.yield %more
  } do {
    %intervals = lift.get %s[0]
    %so_far = lift.get %s[1]
    %tried = lift.map (%interval) in %intervals {
      %a = lift.get %interval[0]
      %b = lift.get %interval[1]
      %ends = arith.addf %a, %b : f64
      %m = arith.mulf %ends, %half : f64
      %coarse = lift.call @simpson(%a, %b)
      %left = lift.call @simpson(%a, %m)
      %right = lift.call @simpson(%m, %b)
      %fine = arith.addf %left, %right : f64
      %difference = arith.subf %fine, %coarse : f64
      %error = math.absf %difference : f64
      %width = arith.subf %b, %a : f64
      %part = arith.divf %width, %all : f64
      %most = arith.mulf %part, %tolerance : f64
      %bad = arith.cmpf ogt, %error, %most : f64
      %r = lift.tuple %bad, %fine, %interval
      lift.yield %r
    }
    %sum = lift.reduce (%acc, %t) in %tried from %so_far {
      %bad = lift.get %t[0]
      %fine = lift.get %t[1]
      %value = arith.select %bad, %zero, %fine : f64
      %total = arith.addf %acc, %value : f64
      lift.yield %total
    }
    %halves = lift.map (%t) in %tried {
      %bad = lift.get %t[0]
      %interval = lift.get %t[2]
      %a = lift.get %interval[0]
      %b = lift.get %interval[1]
      %ends = arith.addf %a, %b : f64
      %m = arith.mulf %ends, %half : f64
      %count = arith.select %bad, %two, %none : i32
      %parts = lift.generate [i : %count upto 2] {
        %i = lift.nat i : i32
        %is_left = arith.cmpi eq, %i, %none : i32
        %begin = arith.select %is_left, %a, %m : f64
        %end = arith.select %is_left, %m, %b : f64
        %part = lift.tuple %begin, %end
        lift.yield %part
      }
      lift.yield %parts
    }
    %next = lift.join %halves upto M
    %after = lift.tuple %next, %sum
    lift.yield %after
  }
  %r = lift.get %last[1]
  lift.return %r
}
