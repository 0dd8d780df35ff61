// RUN: LIFT_ROUNDTRIP

// The type of the operand may be left out; it is printed.
// CHECK-LABEL: lift.def @integers
lift.def @integers(%a: ui8, %b: ui16, %c: ui32, %d: ui64, %i: i32, %j: index) -> ui8 {
  // CHECK-NEXT: lift.convert %a : ui8 to i32
  %0 = lift.convert %a to i32
  // CHECK-NEXT: lift.convert %a : ui8 to i8
  %1 = lift.convert %a : ui8 to i8
  // CHECK-NEXT: lift.convert %b : ui16 to i8
  %2 = lift.convert %b to i8
  // CHECK-NEXT: lift.convert %c : ui32 to index
  %3 = lift.convert %c to index
  // CHECK-NEXT: lift.convert %d : ui64 to i64
  %4 = lift.convert %d to i64
  // CHECK-NEXT: lift.convert %a : ui8 to ui64
  %5 = lift.convert %a to ui64
  // CHECK-NEXT: lift.convert %d : ui64 to ui16
  %6 = lift.convert %d to ui16
  // CHECK-NEXT: lift.convert %i : i32 to ui32
  %7 = lift.convert %i to ui32
  // CHECK-NEXT: lift.convert %j : index to ui16
  %8 = lift.convert %j to ui16
  // CHECK-NEXT: %{{.*}} = lift.convert %i attributes {kept = 1 : i64} : i32 to ui8
  %9 = lift.convert %i attributes {kept = 1} : i32 to ui8
  // CHECK-NEXT: lift.return %{{.*}} : ui8
  lift.return %9
}

// CHECK-LABEL: lift.def @floats
lift.def @floats(%a: ui8, %d: ui64, %w: bf16, %x: f32) -> bf16 {
  // CHECK-NEXT: lift.convert %a : ui8 to f32
  %0 = lift.convert %a to f32
  // CHECK-NEXT: lift.convert %d : ui64 to f64
  %1 = lift.convert %d to f64
  // CHECK-NEXT: lift.convert %w : bf16 to f32
  %2 = lift.convert %w to f32
  // CHECK-NEXT: lift.convert %x : f32 to bf16
  %3 = lift.convert %x to bf16
  lift.return %3
}

// CHECK-LABEL: lift.def @vectors
lift.def @vectors(%v: vector<4xui8>, %w: vector<2xbf16>) -> vector<4xf32> {
  // CHECK-NEXT: lift.convert %w : vector<2xbf16> to vector<2xf32>
  %0 = lift.convert %w to vector<2xf32>
  // CHECK-NEXT: lift.convert %v : vector<4xui8> to vector<4xf32>
  %1 = lift.convert %v to vector<4xf32>
  lift.return %1
}

// What is only stored moves like everything else, and `arith.select` may choose it.
// CHECK-LABEL: lift.def @moved<N>
lift.def @moved<N>(%xs: !lift.array<N, ui8>, %t: tuple<bf16, ui64>, %x: ui8, %keep: i1)
    -> tuple<!lift.array<N + 2, tuple<ui8, ui8>>, bf16> {
  // CHECK: lift.pad constant %{{.*}} 1, 1 %xs : !lift.array<N + 2, ui8>
  %wide = lift.pad constant %x 1, 1 %xs
  // CHECK-NEXT: lift.gather %{{.*}} : !lift.array<N + 2, ui8>
  %back = lift.gather %wide by (i) -> (N + 1 - i)
  %both = lift.zip %wide, %back
  %r = lift.map (%p) in %both {
    %a = lift.get %p[0]
    // CHECK: arith.select %keep, %{{.*}}, %x : ui8
    %b = arith.select %keep, %a, %x : ui8
    %c = lift.tuple %b, %a
    lift.yield %c
  }
  // CHECK: lift.get %t[0] : bf16
  %w = lift.get %t[0]
  %all = lift.tuple %r, %w
  lift.return %all
}

// CHECK-LABEL: lift.user_fun @half(a: ui8) -> ui8 = "return a >> 1;"
lift.user_fun @half(a: ui8) -> ui8 = "return a >> 1;" {
  %one = arith.constant 1 : i32
  // CHECK: lift.convert %a : ui8 to i32
  %i = lift.convert %a to i32
  %s = arith.shrui %i, %one : i32
  // CHECK: lift.convert %{{.*}} : i32 to ui8
  %r = lift.convert %s to ui8
  lift.return %r
}
