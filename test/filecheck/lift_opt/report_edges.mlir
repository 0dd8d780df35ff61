// RUN: lift-opt %s --profile gpu,blocks=off -p 'lift-to-opencl{strategy=gpu}' -t report | filecheck %s

// Neighbours touch neighbours, but for an edge, where several touch the same.
// CHECK: @line_1
// CHECK:   load   global  f32  coalesced, clamped  N  %a[max(0, g - 1)]
// CHECK:   load   global  f32  coalesced           N  %a[g]
lift.def @line<N>(%a: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %p = lift.pad clamp 1, 0 %a
  %w = lift.slide 2 by 1 %p
  %r = lift.map (%t) in %w {
    %x = lift.at %t[0]
    %y = lift.at %t[1]
    %s = arith.addf %x, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// What is outside is not read: the count has a condition that is not the same for all groups.
// CHECK: @outside_1
// CHECK:   read            4 * N - 4 bytes
lift.def @outside<N>(%a: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad constant %zero 1, 0 %a
  %w = lift.slide 2 by 1 %p
  %r = lift.map (%t) in %w {
    %x = lift.at %t[0]
    lift.yield %x
  }
  lift.return %r
}

// Items that have every 64th element of a row have all of it together.
// CHECK: @rows_1
// CHECK:   read            4 * M * N bytes
lift.def @rows<N, M>(%a: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row) in %a {
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}
