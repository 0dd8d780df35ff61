// RUN: lift-opt %s -p 'lift-apply{step=tidy function=free},lift-apply{step=tidy function=nested},lift-apply{step=tidy function=stays}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step=tidy function=free},lift-apply{step=tidy function=nested},lift-apply{step=tidy function=free},lift-apply{step=tidy function=nested},lift-apply{step=tidy function=stays}' | filecheck %s

// What rearranges an array and is free of a region stands before it.
// CHECK-LABEL: lift.def @free
// CHECK-NEXT:  %t = lift.transpose %b
// CHECK-NEXT:  %r = lift.map (%x) in %a
// CHECK-NEXT:  %u = lift.map (%row) in %t
lift.def @free<N, M>(%a: !lift.array<N, f32>, %b: !lift.array<M, !lift.array<N, f32>>) -> !lift.array<N, !lift.array<N, f32>> {
  %r = lift.map (%x) in %a {
    %t = lift.transpose %b
    %u = lift.map (%row) in %t {
      %s = lift.reduce (%acc, %e) in %row from %x {
        %y = arith.mulf %acc, %e : f32
        lift.yield %y
      }
      lift.yield %s
    }
    lift.yield %u
  }
  lift.return %r
}

// It goes as far out as it can: it depends on a row.
// CHECK-LABEL: lift.def @nested
// CHECK-NEXT:  %r = lift.map (%row) in %m
// CHECK-NEXT:  %back = lift.gather %row size 4 by (i) -> (3 - i)
// CHECK-NEXT:  %s = lift.map (%x) in %row
// CHECK-NEXT:  %t = lift.reduce (%acc, %e) in %back from %x
lift.def @nested<N>(%m: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, !lift.array<8, f32>> {
  %r = lift.map (%row) in %m {
    %s = lift.map (%x) in %row {
      %part = lift.slice %row from 0 size 4
      %back = lift.gather %part by (i) -> (3 - i)
      %t = lift.reduce (%acc, %e) in %back from %x {
        %d = arith.subf %acc, %e : f32
        lift.yield %d
      }
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// What says its position depends on the region; constants and elements stay where they are used.
// CHECK-LABEL: lift.def @stays
// CHECK-NEXT:  %r = lift.map (%x)[i] in %xs
// CHECK-NEXT:  %two = arith.constant 2
// CHECK-NEXT:  %first = lift.at %xs[0]
// CHECK-NEXT:  %part = lift.slice %ys from 0 size i + 1
lift.def @stays<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x)[i] in %xs {
    %two = arith.constant 2.0 : f32
    %first = lift.at %xs[0]
    %part = lift.slice %ys from 0 size i + 1
    %s = lift.reduce (%acc, %e) in %part from %two {
      %d = arith.subf %acc, %e : f32
      lift.yield %d
    }
    %t = arith.mulf %s, %first : f32
    lift.yield %t
  }
  lift.return %r
}
