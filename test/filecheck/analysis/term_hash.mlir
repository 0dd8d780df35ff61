// RUN: lift-opt %s -p test-print-term-hash 2>&1 | filecheck %s

// Names, the order of ops, what stands twice and what nothing needs make no difference.
// CHECK:      term: @f and @renamed and @reordered and @twice
// Other numbers, facts, words and ops do; and among patterns of ocl, whether a value is stored twice.
// CHECK-NEXT: term: @other_number
// CHECK-NEXT: term: @fact
// CHECK-NEXT: term: @ordered
// CHECK-NEXT: term: @stored_once
// CHECK-NEXT: term: @stored_twice
lift.def @f<N>(%xs: !lift.array<2 * N, i32>, %zero: i32) -> !lift.array<N, i32> {
  %rows = lift.split 2 %xs
  %r = lift.map (%row)[i] in %rows {
    %n = lift.nat i + 1 : i32
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t : i32
    }
    %y = arith.muli %s, %n : i32
    lift.yield %y : i32
  }
  lift.return %r
}
lift.def @renamed<N>(%a: !lift.array<2 * N, i32>, %z: i32) -> !lift.array<N, i32> {
  %b = lift.split 2 %a
  %c = lift.map (%d)[k] in %b {
    %n = lift.nat k + 1 : i32
    %s = lift.reduce (%p, %q) in %d from %z {
      %t = arith.addi %p, %q : i32
      lift.yield %t : i32
    }
    %y = arith.muli %s, %n : i32
    lift.yield %y : i32
  }
  lift.return %c
}
lift.def @reordered<N>(%xs: !lift.array<2 * N, i32>, %zero: i32) -> !lift.array<N, i32> {
  %rows = lift.split 2 %xs
  %unused = lift.join %rows
  %r = lift.map (%row)[i] in %rows {
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t : i32
    }
    %n = lift.nat i + 1 : i32
    %y = arith.muli %s, %n : i32
    lift.yield %y : i32
  }
  lift.return %r
}
lift.def @twice<N>(%xs: !lift.array<2 * N, i32>, %zero: i32) -> !lift.array<N, i32> {
  %rows = lift.split 2 %xs
  %again = lift.split 2 %xs
  %r = lift.map (%row)[i] in %again {
    %n = lift.nat i + 1 : i32
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t : i32
    }
    %y = arith.muli %s, %n : i32
    lift.yield %y : i32
  }
  lift.return %r
}
lift.def @other_number<N>(%xs: !lift.array<2 * N, i32>, %zero: i32) -> !lift.array<N, i32> {
  %rows = lift.split 2 %xs
  %r = lift.map (%row)[i] in %rows {
    %n = lift.nat i + 2 : i32
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t : i32
    }
    %y = arith.muli %s, %n : i32
    lift.yield %y : i32
  }
  lift.return %r
}
lift.def @fact<N>(%xs: !lift.array<2 * N, i32>, %zero: i32) -> !lift.array<N, i32> where [N ge 2] {
  %rows = lift.split 2 %xs
  %r = lift.map (%row)[i] in %rows {
    %n = lift.nat i + 1 : i32
    %s = lift.reduce (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t : i32
    }
    %y = arith.muli %s, %n : i32
    lift.yield %y : i32
  }
  lift.return %r
}
lift.def @ordered<N>(%xs: !lift.array<2 * N, i32>, %zero: i32) -> !lift.array<N, i32> {
  %rows = lift.split 2 %xs
  %r = lift.map (%row)[i] in %rows {
    %n = lift.nat i + 1 : i32
    %s = lift.reduce ordered (%acc, %x) in %row from %zero {
      %t = arith.addi %acc, %x : i32
      lift.yield %t : i32
    }
    %y = arith.muli %s, %n : i32
    lift.yield %y : i32
  }
  lift.return %r
}
lift.def @stored_once<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  %r = lift.zip %a, %a
  lift.return %r
}
lift.def @stored_twice<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %a = ocl.map_glb<0> (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  %b = ocl.map_glb<0> (%x) in %xs {
    %y = arith.addi %x, %x : i32
    lift.yield %y : i32
  }
  %r = lift.zip %a, %b
  lift.return %r
}
