// RUN: lift-opt %s -p 'lift-apply{step="search_of_map at %%r" function=squares}' | filecheck %s
// RUN: lift-opt %s -p lift-fuse | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="search_of_map at %%r" function=positions}' 2>&1 | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="search_of_map at %%r" function=no_map}' 2>&1 | filecheck %s --check-prefix=NO-MAP

// Few elements are looked at, and only these are computed.
// CHECK-LABEL: lift.def @squares
// CHECK: %r = lift.search (%x) in %xs
// CHECK-NEXT: %y = arith.muli %x, %x
// CHECK-NEXT: %less = arith.cmpi slt, %y, %key
// CHECK-NEXT: lift.yield %less
lift.def @squares<N>(%xs: !lift.array<N, i32>, %key: i32) -> i32 {
  %squares = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %r = lift.search (%s) in %squares {
    %less = arith.cmpi slt, %s, %key : i32
    lift.yield %less
  }
  lift.return %r
}

// POSITION: error[LIFT0366]: `search_of_map at %r` does not hold: the map uses its position, and a search has none
// CHECK-LABEL: lift.def @positions
// CHECK: lift.map
lift.def @positions<N>(%xs: !lift.array<N, i32>, %key: i32) -> i32 {
  %shifted = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.addi %x, %i : i32
    lift.yield %y
  }
  %r = lift.search (%s) in %shifted {
    %less = arith.cmpi slt, %s, %key : i32
    lift.yield %less
  }
  lift.return %r
}

// NO-MAP: error[LIFT0366]: `search_of_map at %r` does not hold: `%r = lift.search` is no instance
lift.def @no_map<N>(%xs: !lift.array<N, i32>, %key: i32) -> i32 {
  %r = lift.search (%x) in %xs {
    %less = arith.cmpi slt, %x, %key : i32
    lift.yield %less
  }
  lift.return %r
}
