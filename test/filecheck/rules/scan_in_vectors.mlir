// RUN: lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=squares}' | filecheck %s --check-prefix=SQUARES
// RUN: lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=in_order}' | filecheck %s --check-prefix=IN-ORDER
// RUN: lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=ordered}' | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=not_divided}' 2>&1 | filecheck %s --check-prefix=DIVIDED
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=position}' 2>&1 | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=tuples}' 2>&1 | filecheck %s --check-prefix=TUPLES
// RUN: not lift-opt %s -p 'lift-apply{step="scan_in_vectors w=4 at %%r" function=only_stored}' 2>&1 | filecheck %s --check-prefix=STORED

// CHECK-LABEL: lift.def @holds
// CHECK:      %as_vector = ocl.as_vector 4 %xs
// CHECK-NEXT: %lanes = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT: %init = ocl.map_vec (%{{.*}}) in %lanes
// CHECK-NEXT:   lift.yield %a
// CHECK:      %r = lift.scan (%acc_n, %x_n) in %as_vector from %init
// CHECK-NEXT:   %acc = ocl.reduce_vec (%before, %lane) in %acc_n from %a
// CHECK-NEXT:     lift.yield %lane
// CHECK:        %scan_vec = ocl.scan_vec associative (%acc.2, %part) in %x_n from %acc
// CHECK-NEXT:     arith.addi %acc.2, %part
// CHECK:        lift.yield %scan_vec
// CHECK:      %as_scalar = ocl.as_scalar %r
// CHECK-NEXT: lift.return %as_scalar
lift.def @holds<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> !lift.array<4 * N, i32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// A function of the element is on all lanes; what does not depend on it is not. A number is one in all lanes.
// SQUARES-LABEL: lift.def @squares
// SQUARES:      %lanes = arith.constant dense<1.000000e+00> : vector<4xf32>
// SQUARES-NEXT: %r = lift.scan (%acc_n, %x_n) in %as_vector from %lanes
// SQUARES:        %k = lift.at %ks[0]
// SQUARES-NEXT:   %map_vec = ocl.map_vec (%x) in %x_n
// SQUARES-NEXT:     %xx = arith.mulf %x, %x : f32
// SQUARES-NEXT:     arith.addf %{{.*}}, %{{.*}} : f32
// SQUARES:        ocl.scan_vec associative (%acc.2, %part) in %map_vec from %acc
lift.def @squares<N>(%xs: !lift.array<4 * N, f32>, %ks: !lift.array<3, f32>) -> !lift.array<4 * N, f32> {
  %one = arith.constant 1.0 : f32
  %r = lift.scan (%acc, %x) in %xs from %one {
    %k = lift.at %ks[0]
    %xx = arith.mulf %x, %x : f32
    %s = arith.addf %xx, %acc : f32
    %t = arith.addf %s, %k : f32
    lift.yield %t
  }
  lift.return %r
}

// IN-ORDER-LABEL: lift.def @in_order
// IN-ORDER: ocl.scan_vec (%acc.2, %x) in %x_n from %acc
// IN-ORDER-NEXT: arith.subi %x, %acc.2
lift.def @in_order<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> !lift.array<4 * N, i32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.subi %x, %acc : i32
    lift.yield %s
  }
  lift.return %r
}

// ORDERED-LABEL: lift.def @ordered
// ORDERED: ocl.scan_vec ordered (%acc.2, %x) in %x_n from %acc
lift.def @ordered<N>(%xs: !lift.array<4 * N, f32>, %a: f32) -> !lift.array<4 * N, f32> {
  %r = lift.scan ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// DIVIDED: error[LIFT0366]: `scan_in_vectors w=4 at %r` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @not_divided<N>(%xs: !lift.array<N, f32>, %a: f32) -> !lift.array<N, f32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// POSITION: error[LIFT0366]: `scan_in_vectors w=4 at %r` does not hold: the fold asks for its position
lift.def @position<N>(%xs: !lift.array<4 * N, i32>, %a: i32) -> !lift.array<4 * N, i32> {
  %r = lift.scan (%acc, %x)[i] in %xs from %a {
    %n = lift.nat i : i32
    %y = arith.muli %n, %x : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// TUPLES: error[LIFT0366]: `scan_in_vectors w=4 at %r` does not hold: the elements or the accumulator are no scalars
lift.def @tuples<N>(%xs: !lift.array<4 * N, tuple<i32, i32>>, %a: i32) -> !lift.array<4 * N, i32> {
  %r = lift.scan (%acc, %x) in %xs from %a {
    %y = lift.get %x[0]
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// Inside of a map, with a type of its own for the accumulator.
lift.def @rows<N, M>(%xss: !lift.array<M, !lift.array<8 * N, i8>>, %as: !lift.array<M, i64>) -> !lift.array<M, !lift.array<8 * N, i64>> {
  %both = lift.zip %xss, %as
  %rows = lift.map (%p) in %both {
    %xs = lift.get %p[0]
    %a = lift.get %p[1]
    %r = lift.scan (%acc, %x) in %xs from %a {
      %w = arith.extsi %x : i8 to i64
      %s = arith.maxsi %acc, %w : i64
      lift.yield %s
    }
    lift.yield %r
  }
  lift.return %rows
}

// STORED: error[LIFT0366]: `scan_in_vectors w=4 at %r` does not hold: the accumulator is of a type that is only stored
lift.def @only_stored<N>(%xs: !lift.array<4 * N, i64>, %init: ui32) -> !lift.array<4 * N, ui32> {
  %r = lift.scan (%acc, %x) in %xs from %init {
    %wide = lift.convert %acc : ui32 to i64
    %s = arith.addi %wide, %x : i64
    %t = lift.convert %s : i64 to ui32
    lift.yield %t
  }
  lift.return %r
}
