// To which of C centres each of N points is nearest; points are stored coordinate by coordinate.
lift.def @kmeans<N, C, F>(%features: !lift.array<F, !lift.array<N, f32>>, %centres: !lift.array<C, !lift.array<F, f32>>)
    -> !lift.array<N, i32> {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 3.0e38 : f32
  %first = arith.constant 0 : i32
  %start = lift.tuple %far, %first
  %points = lift.transpose %features
  %numbers = lift.generate [c : C] {
    %number = lift.nat c : i32
    lift.yield %number
  }
  %numbered = lift.zip %centres, %numbers
  %r = lift.map (%point) in %points {
    %best = lift.reduce (%least, %centre) in %numbered from %start {
      %place = lift.get %centre[0]
      %number = lift.get %centre[1]
      %both = lift.zip %point, %place
      %distance = lift.reduce (%sum, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %d = arith.subf %x, %y : f32
        %d2 = arith.mulf %d, %d : f32
        %s = arith.addf %sum, %d2 : f32
        lift.yield %s
      }
      %before = lift.get %least[0]
      %which = lift.get %least[1]
      %nearer = arith.cmpf olt, %distance, %before : f32
      %d = arith.select %nearer, %distance, %before : f32
      %w = arith.select %nearer, %number, %which : i32
      %next = lift.tuple %d, %w
      lift.yield %next
    }
    %which = lift.get %best[1]
    lift.yield %which
  }
  lift.return %r
}
