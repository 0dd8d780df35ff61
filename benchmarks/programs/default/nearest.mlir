// Which of N places is nearest to one: the square of its distance, and where it is first.
lift.def @nearest<N>(%places: !lift.array<N, tuple<f32, f32>>, %x: f32, %y: f32) -> tuple<f32, i32> {
  %far = arith.constant 0x7F800000 : f32
  %first = arith.constant 0 : i32
  %start = lift.tuple %far, %first
  %distances = lift.map (%place) in %places {
    %px = lift.get %place[0]
    %py = lift.get %place[1]
    %dx = arith.subf %px, %x : f32
    %dy = arith.subf %py, %y : f32
    %dx2 = arith.mulf %dx, %dx : f32
    %dy2 = arith.mulf %dy, %dy : f32
    %d2 = arith.addf %dx2, %dy2 : f32
    lift.yield %d2
  }
  %numbers = lift.generate [i : N] {
    %i = lift.nat i : i32
    lift.yield %i
  }
  %numbered = lift.zip %distances, %numbers
  %r = lift.reduce (%best, %p) in %numbered from %start {
    %least = lift.get %best[0]
    %where = lift.get %best[1]
    %d = lift.get %p[0]
    %i = lift.get %p[1]
    %nearer = arith.cmpf olt, %d, %least : f32
    %distance = arith.select %nearer, %d, %least : f32
    %place = arith.select %nearer, %i, %where : i32
    %next = lift.tuple %distance, %place
    lift.yield %next
  }
  lift.return %r
}
