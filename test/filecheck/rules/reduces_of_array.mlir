// RUN: lift-opt %s -p 'lift-apply{step="reduces_of_array at %%a" function=two},lift-apply{step="reduces_of_array at %%b" function=later},lift-apply{step="reduces_of_array at %%a" function=ordered}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduces_of_array at %%a" function=needed}' 2>&1 | filecheck %s --check-prefix=NEEDED
// RUN: not lift-opt %s -p 'lift-apply{step="reduces_of_array at %%a" function=one_ordered}' 2>&1 | filecheck %s --check-prefix=ONE
// RUN: not lift-opt %s -p 'lift-apply{step="reduces_of_array at %%a" function=said}' 2>&1 | filecheck %s --check-prefix=SAID
// RUN: not lift-opt %s -p 'lift-apply{step="reduces_of_array at %%a" function=positions}' 2>&1 | filecheck %s --check-prefix=POSITIONS

// CHECK-LABEL: lift.def @two
// CHECK-NEXT: %first = lift.tuple %c, %c
// CHECK-NEXT: %both = lift.reduce (%both.2, %x) in %xs from %first
// CHECK-NEXT: %acc = lift.get %both.2[0]
// CHECK-NEXT: %s = arith.addi %acc, %x
// CHECK-NEXT: %acc.2 = lift.get %both.2[1]
// CHECK-NEXT: %y = arith.muli %x, %x
// CHECK-NEXT: %s.2 = arith.maxsi %acc.2, %y
// CHECK-NEXT: %tuple = lift.tuple %s, %s.2
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: %a = lift.get %both[0]
// CHECK-NEXT: %b = lift.get %both[1]
// CHECK-NEXT: %r = lift.tuple %a, %b
// CHECK-NEXT: lift.return %r
lift.def @two<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %a = lift.reduce (%acc, %x) in %xs from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %b = lift.reduce (%acc, %x) in %xs from %c {
    %y = arith.muli %x, %x : i32
    %s = arith.maxsi %acc, %y : i32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// The second needs something that stands after the first, so both are done where the second is.
// CHECK-LABEL: lift.def @later
// CHECK-NEXT: %d = arith.muli %c, %c
// CHECK-NEXT: %first = lift.tuple %d, %c
// CHECK-NEXT: %both = lift.reduce (%both.2, %x) in %xs from %first
// CHECK:      %b = lift.get %both[0]
// CHECK-NEXT: %a = lift.get %both[1]
lift.def @later<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %a = lift.reduce (%acc, %x) in %xs from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %d = arith.muli %c, %c : i32
  %b = lift.reduce (%acc, %x) in %xs from %d {
    %s = arith.xori %acc, %x : i32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// CHECK-LABEL: lift.def @ordered
// CHECK: %both = lift.reduce ordered
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %c: f32) -> tuple<f32, f32> {
  %a = lift.reduce ordered (%acc, %x) in %xs from %c {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  %b = lift.reduce ordered (%acc, %x) in %xs from %c {
    %s = arith.mulf %acc, %x : f32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// The squares of what differs from the mean need the mean.
// NEEDED: error[LIFT0366]: `reduces_of_array at %a` does not hold: no other fold of the array, in the same order, can be done in its place
lift.def @needed<N>(%xs: !lift.array<N, f32>, %c: f32) -> f32 {
  %a = lift.reduce (%acc, %x) in %xs from %c {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  %mean = arith.mulf %a, %c : f32
  %b = lift.reduce (%acc, %x) in %xs from %c {
    %d = arith.subf %x, %mean : f32
    %d2 = arith.mulf %d, %d : f32
    %s = arith.addf %acc, %d2 : f32
    lift.yield %s
  }
  lift.return %b
}

// ONE: error[LIFT0366]: `reduces_of_array at %a` does not hold: no other fold of the array, in the same order, can be done in its place
lift.def @one_ordered<N>(%xs: !lift.array<N, f32>, %c: f32) -> tuple<f32, f32> {
  %a = lift.reduce ordered (%acc, %x) in %xs from %c {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  %b = lift.reduce (%acc, %x) in %xs from %c {
    %s = arith.mulf %acc, %x : f32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// SAID: error[LIFT0366]: `reduces_of_array at %a` does not hold: the fold is said to be associative, and would be no more
lift.def @said<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %a = lift.reduce associative (%acc, %x) in %xs from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %b = lift.reduce (%acc, %x) in %xs from %c {
    %s = arith.muli %acc, %x : i32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// POSITIONS: error[LIFT0366]: `reduces_of_array at %a` does not hold: the fold is not seen to be `acc ⊕ g(x)`, which knows nothing of positions
lift.def @positions<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %a = lift.reduce (%acc, %x)[i] in %xs from %c {
    %i = lift.nat i : i32
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  %b = lift.reduce (%acc, %x) in %xs from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}
