// The smallest number, and where it is first.
lift.def @argmin<N>(%x: !lift.array<N, f32>) -> tuple<f32, i32> {
  %most = arith.constant 0x7F800000 : f32
  %first = arith.constant 0 : i32
  %start = lift.tuple %most, %first
  %places = lift.generate [i : N] {
    %i = lift.nat i : i32
    lift.yield %i
  }
  %numbered = lift.zip %x, %places
  %r = lift.reduce (%best, %p) in %numbered from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %v = lift.get %p[0]
    %i = lift.get %p[1]
    %less = arith.cmpf olt, %v, %least : f32
    %value = arith.select %less, %v, %least : f32
    %place = arith.select %less, %i, %where : i32
    %next = lift.tuple %value, %place
    lift.yield %next
  }
  lift.return %r
}
