// RUN: lift-opt %s -p 'lift-apply{step="reduces_of_filter at %%a" function=two},lift-apply{step="reduces_of_filter at %%a" function=ordered}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduces_of_filter at %%a" function=needed}' 2>&1 | filecheck %s --check-prefix=NEEDED
// RUN: not lift-opt %s -p 'lift-apply{step="reduces_of_filter at %%r" function=alone}' 2>&1 | filecheck %s --check-prefix=ALONE

// CHECK-LABEL: lift.def @two
// CHECK-NEXT: %kept = lift.filter (%x) in %xs
// CHECK-NEXT: %k = arith.cmpi sgt, %x, %c
// CHECK-NEXT: lift.yield %k
// CHECK-NEXT: }
// CHECK-NEXT: %first = lift.tuple %c, %c
// CHECK-NEXT: %both = lift.reduce (%both.2, %x.2) in %kept from %first
// CHECK-NEXT: %acc = lift.get %both.2[0]
// CHECK-NEXT: %s = arith.addi %acc, %x.2
// CHECK-NEXT: %acc.2 = lift.get %both.2[1]
// CHECK-NEXT: %s.2 = arith.maxsi %acc.2, %x.2
// CHECK-NEXT: %tuple = lift.tuple %s, %s.2
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: %a = lift.get %both[0]
// CHECK-NEXT: %b = lift.get %both[1]
// CHECK-NEXT: %r = lift.tuple %a, %b
// CHECK-NEXT: lift.return %r
lift.def @two<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %a = lift.reduce (%acc, %x) in %kept from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %b = lift.reduce (%acc, %x) in %kept from %c {
    %s = arith.maxsi %acc, %x : i32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// What one of them says of its order, both say.
// CHECK-LABEL: lift.def @ordered
// CHECK-NEXT: %kept = lift.filter (%x) in %xs
// CHECK-NEXT: %k = arith.cmpf ogt, %x, %c
// CHECK-NEXT: lift.yield %k
// CHECK-NEXT: }
// CHECK-NEXT: %one = arith.constant 1.000000e+00
// CHECK-NEXT: %first = lift.tuple %c, %one
// CHECK-NEXT: %first.2 = lift.tuple %c, %first
// CHECK-NEXT: %both = lift.reduce ordered (%both.2, %x.2) in %kept from %first.2
// CHECK-NEXT: %acc = lift.get %both.2[0]
// CHECK-NEXT: %s = arith.addf %acc, %x.2
// CHECK-NEXT: %acc.2 = lift.get %both.2[1]
// CHECK-NEXT: %p = lift.get %acc.2[0]
// CHECK-NEXT: %q = lift.get %acc.2[1]
// CHECK-NEXT: %u = arith.minnumf %p, %x.2
// CHECK-NEXT: %v = arith.mulf %q, %x.2
// CHECK-NEXT: %t = lift.tuple %u, %v
// CHECK-NEXT: %tuple = lift.tuple %s, %t
// CHECK-NEXT: lift.yield %tuple
// CHECK-NEXT: }
// CHECK-NEXT: %a = lift.get %both[0]
// CHECK-NEXT: %b = lift.get %both[1]
// CHECK-NEXT: %r = lift.tuple %a, %b
// CHECK-NEXT: lift.return %r
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %c: f32) -> tuple<f32, tuple<f32, f32>> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpf ogt, %x, %c : f32
    lift.yield %k
  }
  %one = arith.constant 1.0 : f32
  %first = lift.tuple %c, %one
  %a = lift.reduce ordered (%acc, %x) in %kept from %c {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  %b = lift.reduce (%acc, %x) in %kept from %first {
    %p = lift.get %acc[0]
    %q = lift.get %acc[1]
    %u = arith.minnumf %p, %x : f32
    %v = arith.mulf %q, %x : f32
    %t = lift.tuple %u, %v
    lift.yield %t
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// The second fold needs the first one.
// NEEDED: error[LIFT0366]: `reduces_of_filter at %a` does not hold: the filter has another use than folds that can be done together
lift.def @needed<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %a = lift.reduce (%acc, %x) in %kept from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  %b = lift.reduce (%acc, %x) in %kept from %a {
    %s = arith.maxsi %acc, %x : i32
    lift.yield %s
  }
  %r = lift.tuple %a, %b
  lift.return %r
}

// ALONE: error[LIFT0366]: `reduces_of_filter at %r` does not hold: no other fold of the filter can be done in its place
lift.def @alone<N>(%xs: !lift.array<N, i32>, %c: i32) -> i32 {
  %kept = lift.filter (%x) in %xs {
    %k = arith.cmpi sgt, %x, %c : i32
    lift.yield %k
  }
  %r = lift.reduce (%acc, %x) in %kept from %c {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
