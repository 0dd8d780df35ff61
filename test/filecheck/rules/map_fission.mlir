// RUN: lift-opt %s -p 'lift-apply{step="map_fission at %%sum" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="map_fission at %%y" function=without_x}' | filecheck %s --check-prefix=WITHOUT
// RUN: not lift-opt %s -p 'lift-apply{step="map_fission at %%z" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// The element is zipped in, where what comes after the value needs it.
// CHECK-LABEL: lift.def @holds
// CHECK:      %c_first = lift.map (%row)[i1] in %a
// CHECK-NEXT:   lift.nat i1
// CHECK-NEXT:   %sum = lift.reduce
// CHECK:      %zip = lift.zip %a, %c_first
// CHECK-NEXT: %c = lift.map (%p)[i] in %zip
// CHECK-NEXT:   %row.2 = lift.get %p[0]
// CHECK-NEXT:   %sum.2 = lift.get %p[1]
// CHECK:        lift.nat i :
// CHECK:      lift.return %c
lift.def @holds<N, K>(%a: !lift.array<N, !lift.array<K, i32>>) -> !lift.array<N, tuple<i32, i32>> {
  %c = lift.map (%row)[i] in %a {
    %k = lift.nat i : i32
    %sum = lift.reduce (%acc, %e) in %row from %k {
      %s = arith.addi %acc, %e : i32
      lift.yield %s
    }
    %x = lift.at %row[0]
    %d = arith.subi %sum, %x : i32
    %dk = arith.muli %d, %k : i32
    %t = lift.tuple %d, %dk
    lift.yield %t
  }
  lift.return %c
}

// WITHOUT-LABEL: lift.def @without_x
// WITHOUT:      %c_first = lift.map (%x) in %xs
// WITHOUT-NEXT:   %y = arith.mulf %x, %x
// WITHOUT:      %c = lift.map (%y.2) in %c_first
// WITHOUT-NEXT:   arith.addf %y.2, %k
lift.def @without_x<N>(%xs: !lift.array<N, f32>, %k: f32) -> !lift.array<N, f32> {
  %c = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    %z = arith.addf %y, %k : f32
    lift.yield %z
  }
  lift.return %c
}

// REFUSED: error[LIFT0366]: `map_fission at %z` does not hold: what the map gives does not depend on %z
lift.def @refused<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %c = lift.map (%x) in %xs {
    %y = arith.mulf %x, %x : f32
    %z = arith.addf %y, %y : f32
    lift.yield %y
  }
  lift.return %c
}

// Rows of different length, with a row computed for each.
lift.def @ragged<N>(%xs: !lift.array<i : N, !lift.array<i + 1, i32>>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  %c = lift.map (%x) in %xs {
    %line = lift.map (%y) in %x {
      %yy = arith.muli %y, %y : i32
      lift.yield %yy
    }
    %sum = lift.reduce (%acc, %e) in %line from %zero {
      %s = arith.addi %acc, %e : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}
