// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @map
lift.def @map<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f64> {
  // CHECK-NEXT: lift.map (%x) in %xs : !lift.array<N, f64> {
  %ys = lift.map (%x) in %xs {
    // CHECK-NEXT: arith.extf %x : f32 to f64
    %y = arith.extf %x : f32 to f64
    // CHECK-NEXT: lift.yield %y : f64
    lift.yield %y
  }
  lift.return %ys
}

// The element type depends on the position, which gets a name and is printed.
// CHECK-LABEL: lift.def @map_ragged
lift.def @map_ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 2, f32>> {
  // CHECK-NEXT: lift.map (%row)[[[K:k[0-9]*]]] in %m : !lift.array<[[K]] : N, !lift.array<[[K]] + 2, f32>> {
  %r = lift.map (%row) in %m {
    // CHECK-NEXT: lift.pad clamp 1, 0 %row : !lift.array<[[K]] + 2, f32>
    %p = lift.pad clamp 1, 0 %row
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @map_attributes
lift.def @map_attributes<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.map (%x)[k] in %xs attributes {hint = "kept"} : !lift.array<N, f32> {
  %ys = lift.map (%x)[k] in %xs attributes {hint = "kept"} : !lift.array<N, f32> {
    lift.yield %x
  }
  lift.return %ys
}

// CHECK-LABEL: lift.def @reduce
lift.def @reduce<N>(%xs: !lift.array<N, f32>, %zero: f32, %first: i32) -> f32 {
  // CHECK-NEXT: lift.reduce (%acc, %x) in %xs from %zero : f32 {
  %a = lift.reduce (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  // CHECK: lift.reduce associative (%acc_1, %x_1) in %xs from %zero : f32 {
  %b = lift.reduce associative (%acc, %x) in %xs from %zero {
    lift.yield %x
  }
  // CHECK: lift.reduce associative commutative (%acc_2, %x_2) in %xs from %zero : f32 {
  %c = lift.reduce associative commutative (%acc, %x) in %xs from %zero {
    %s = arith.mulf %acc, %x : f32
    lift.yield %s
  }
  // The accumulator may have another type than the elements.
  // CHECK: lift.reduce ordered (%acc_3, %x_3)[k] in %xs from %first : i32 {
  %d = lift.reduce ordered (%acc, %x)[k] in %xs from %first {
    %i = lift.nat k
    %s = arith.addi %acc, %i : i32
    lift.yield %s
  }
  lift.return %a
}

// CHECK-LABEL: lift.def @reduce_ragged
lift.def @reduce_ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> f32 {
  // CHECK-NEXT: lift.reduce (%acc, %row)[{{k[0-9]*}}] in %m from %zero : f32 {
  %r = lift.reduce (%acc, %row) in %m from %zero {
    // CHECK-NEXT: lift.at %row[0] : f32
    %first = lift.at %row[0]
    lift.yield %first
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @scan
lift.def @scan<N>(%xs: !lift.array<N, i32>, %zero: i64) -> !lift.array<N, i64> {
  // CHECK-NEXT: lift.scan (%acc, %x) in %xs from %zero : !lift.array<N, i64> {
  %a = lift.scan (%acc, %x) in %xs from %zero {
    %w = arith.extsi %x : i32 to i64
    %s = arith.addi %acc, %w : i64
    lift.yield %s
  }
  // CHECK: lift.scan ordered (%acc_1, %x_1) in %a from %zero : !lift.array<N, i64> {
  %b = lift.scan ordered (%acc, %x) in %a from %zero {
    lift.yield %x
  }
  lift.return %b
}

// CHECK-LABEL: lift.def @scan_exclusive
lift.def @scan_exclusive<N>(%xs: !lift.array<N, i32>, %zero: i32) -> !lift.array<N + 1, i32> {
  // CHECK-NEXT: lift.scan exclusive (%acc, %x)[k] in %xs from %zero : !lift.array<N, i32> {
  %a = lift.scan exclusive (%acc, %x)[k] in %xs from %zero {
    %i = lift.nat k
    %s = arith.addi %acc, %i : i32
    lift.yield %s
  }
  // CHECK: lift.scan associative exclusive with total (%acc_1, %x_1) in %a from %zero : !lift.array<N + 1, i32> {
  %b = lift.scan associative exclusive with total (%acc, %x) in %a from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %b
}

// CHECK-LABEL: lift.def @scan_exclusive_hidden
lift.def @scan_exclusive_hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %zero: i32)
    -> !lift.exists<X upto N, !lift.array<X + 1, i32>> {
  // CHECK: lift.scan exclusive with total (%acc, %x) in %e from %zero : !lift.exists<X upto N, !lift.array<X + 1, i32>> {
  %r = lift.scan exclusive with total (%acc, %x) in %e from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @filter
lift.def @filter<N>(%xs: !lift.array<N, f32>, %half: f32) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // CHECK-NEXT: lift.filter (%x) in %xs : !lift.exists<X upto N, !lift.array<X, f32>> {
  %big = lift.filter (%x) in %xs {
    %keep = arith.cmpf ogt, %x, %half : f32
    lift.yield %keep : i1
  }
  // CHECK: lift.return %big : !lift.exists<X upto N, !lift.array<X, f32>>
  lift.return %big : !lift.exists<Y upto N, !lift.array<Y, f32>>
}

// CHECK-LABEL: lift.def @filter_with_a_value
lift.def @filter_with_a_value<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %half: f32)
    -> !lift.exists<X upto N, !lift.array<X, i32>> {
  // CHECK-NEXT: %kept = lift.filter (%row)[k] in %m : !lift.exists<X upto N, !lift.array<X, i32>> {
  %kept = lift.filter (%row)[k] in %m {
    %last = lift.at %row[k]
    %keep = arith.cmpf ogt, %last, %half : f32
    %position = lift.nat k
    %both = lift.tuple %keep, %position
    // CHECK: lift.yield %both : tuple<i1, i32>
    lift.yield %both
  }
  lift.return %kept
}

// CHECK-LABEL: lift.def @generate
lift.def @generate<N>() -> !lift.array<i : N, !lift.array<i + 1, i64>> {
  // CHECK-NEXT: lift.generate [i : N] : !lift.array<i : N, !lift.array<i + 1, i64>> {
  %g = lift.generate [i : N] {
    // CHECK-NEXT: lift.generate [j : i + 1] : !lift.array<i + 1, i64> {
    %h = lift.generate [j : i + 1] {
      // CHECK-NEXT: lift.nat i * j + 1 : i64
      %v = lift.nat j * i + 1 : i64
      lift.yield %v
    }
    lift.yield %h
  }
  lift.return %g
}
