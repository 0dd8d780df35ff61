// RUN: lift-opt %s -p canonicalize | filecheck %s

// CHECK-LABEL: lift.def @get_of_tuple
// CHECK-NEXT: lift.return %b
lift.def @get_of_tuple(%a: f32, %b: i32) -> i32 {
  %t = lift.tuple %a, %b
  %r = lift.get %t[1]
  lift.return %r
}

// CHECK-LABEL: lift.def @tuple_of_gets
// CHECK-NEXT: lift.return %t
lift.def @tuple_of_gets(%t: tuple<f32, i32>) -> tuple<f32, i32> {
  %a = lift.get %t[0]
  %b = lift.get %t[1]
  %r = lift.tuple %a, %b
  lift.return %r
}

// CHECK-LABEL: lift.def @tuple_of_some_gets
// CHECK: lift.tuple
lift.def @tuple_of_some_gets(%t: tuple<f32, f32, i32>) -> tuple<f32, f32> {
  %a = lift.get %t[0]
  %b = lift.get %t[1]
  %r = lift.tuple %a, %b
  lift.return %r
}

// CHECK-LABEL: lift.def @tuple_of_gets_exchanged
// CHECK: lift.tuple
lift.def @tuple_of_gets_exchanged(%t: tuple<f32, f32>) -> tuple<f32, f32> {
  %a = lift.get %t[1]
  %b = lift.get %t[0]
  %r = lift.tuple %a, %b
  lift.return %r
}

// CHECK-LABEL: lift.def @unzip_of_zip
// CHECK-NEXT: lift.tuple %x, %y
lift.def @unzip_of_zip<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) -> tuple<!lift.array<N, f32>, !lift.array<N, i32>> {
  %z = lift.zip %x, %y
  %r = lift.unzip %z
  lift.return %r
}

// CHECK-LABEL: lift.def @zip_of_unzip
// CHECK-NEXT: lift.return %xy
lift.def @zip_of_unzip<N>(%xy: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, tuple<f32, i32>> {
  %u = lift.unzip %xy
  %x = lift.get %u[0]
  %y = lift.get %u[1]
  %r = lift.zip %x, %y
  lift.return %r
}

// Of a hidden length, a part is taken without the tuple.
// CHECK-LABEL: lift.def @get_of_unzip_of_zip
// CHECK: %kept = lift.filter
// CHECK: lift.return %kept
lift.def @get_of_unzip_of_zip<N>(%x: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %zero = arith.constant 0.0 : f32
  %kept = lift.filter (%e) in %x {
    %k = arith.cmpf ogt, %e, %zero : f32
    lift.yield %k : i1
  }
  %z = lift.zip %kept, %kept
  %u = lift.unzip %z
  %r = lift.get %u[1]
  lift.return %r
}

// CHECK-LABEL: lift.def @get_of_at_of_zip
// CHECK-NEXT: lift.at %y[3] : i32
lift.def @get_of_at_of_zip(%x: !lift.array<8, f32>, %y: !lift.array<8, i32>) -> i32 {
  %z = lift.zip %x, %y
  %e = lift.at %z[3]
  %r = lift.get %e[1]
  lift.return %r
}

// CHECK-LABEL: lift.def @get_of_at_unchecked_of_zip
// CHECK-NEXT: lift.at_unchecked %y[%i] : i32
lift.def @get_of_at_unchecked_of_zip(%x: !lift.array<8, f32>, %y: !lift.array<8, i32>, %i: i32) -> i32 {
  %z = lift.zip %x, %y
  %e = lift.at_unchecked %z[%i]
  %r = lift.get %e[1]
  lift.return %r
}
