// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @scalar(%a: f32) -> f32 {
lift.def @scalar(%a: f32) -> f32 {
  // CHECK-NEXT: lift.return %a : f32
  lift.return %a
}

// CHECK-LABEL: lift.def @sizes<N, M>(%x: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, f32> where [N ge 2, M mod 4 eq 0] {
lift.def @sizes<N, M>(%x: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, f32> where [N ge 2, M mod 4 eq 0] {
  // CHECK-NEXT: lift.at %x[1] : !lift.array<M, f32>
  %row = lift.at %x[1]
  lift.return %row
}

// Tables stand behind the nats; `_` is any position.
// CHECK-LABEL: lift.def @ragged<N, M, rows[N]>(%x: !lift.array<k : N, !lift.array<rows[k], f32>>) -> !lift.array<sum(i : N, rows[i]), f32> where [rows[_] le M] {
lift.def @ragged<N, rows[N], M>(%x: !lift.array<k : N, !lift.array<rows[k], f32>>) -> !lift.array<sum(k : N, rows[k]), f32> where [rows[_] le M] {
  %flat = lift.join %x
  lift.return %flat
}

// A fact may compare entries with each other.
// CHECK-LABEL: lift.def @sorted<N, rows[N]>(%x: !lift.array<k : N, !lift.array<rows[k], f32>>) -> !lift.array<sum(i : N, rows[i]), f32> where [rows[_ floordiv 2] le rows[_], rows[_] lt 10] {
lift.def @sorted<N, rows[N]>(%x: !lift.array<k : N, !lift.array<rows[k], f32>>) -> !lift.array<sum(k : N, rows[k]), f32> where [rows[_ floordiv 2] le rows[_], rows[_] lt 10] {
  %flat = lift.join %x
  lift.return %flat
}

// CHECK-LABEL: lift.def @launched<N>(%x: f32) -> f32 where [N mod 128 eq 0] launch(local = [64, 2], groups = [N floordiv 128, 1]) attributes {note = "kept"} {
lift.def @launched<N>(%x: f32) -> f32 where [N mod 128 eq 0] launch(local = [64, 2], groups = [N floordiv 128, 1]) attributes {note = "kept"} {
  lift.return %x : f32
}

// Names of parameters are kept as written.
// CHECK-LABEL: lift.def @names(%x_1: f32, %x: f32) -> f32 {
lift.def @names(%x_1: f32, %x: f32) -> f32 {
  // CHECK-NEXT: %x_2 = arith.addf %x_1, %x : f32
  %x_2 = arith.addf %x_1, %x : f32
  lift.return %x_2
}

// CHECK-LABEL: lift.def @numbers(%1: f32, %0: f32) -> f32 {
lift.def @numbers(%1: f32, %0: f32) -> f32 {
  // CHECK-NEXT: %2 = arith.addf %1, %0 : f32
  %7 = arith.addf %1, %0 : f32
  lift.return %7
}

// CHECK-LABEL: lift.user_fun @with_meaning(acc: f32, l: f32) -> f32 = "return acc + l;" {
lift.user_fun @with_meaning(acc: f32, l: f32) -> f32 = "return acc + l;" {
  // CHECK-NEXT: %s = arith.addf %acc, %l : f32
  %s = arith.addf %acc, %l : f32
  // CHECK-NEXT: lift.return %s : f32
  lift.return %s : f32
}

// CHECK-LABEL: lift.user_fun @only_c(v: vector<4xf32>, t: tuple<f32, i32>) -> f32 = "return v.x;"
lift.user_fun @only_c(v: vector<4xf32>, t: tuple<f32, i32>) -> f32 = "return v.x;"
