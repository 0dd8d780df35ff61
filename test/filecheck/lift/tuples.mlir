// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @tuples
lift.def @tuples(%a: f32, %b: i32, %v: vector<4xf32>) -> tuple<f32, tuple<i32, vector<4xf32>>> {
  // CHECK-NEXT: lift.tuple %b, %v : tuple<i32, vector<4xf32>>
  %inner = lift.tuple %b, %v
  // CHECK-NEXT: lift.tuple %a, %inner : tuple<f32, tuple<i32, vector<4xf32>>>
  %t = lift.tuple %a, %inner
  // CHECK-NEXT: lift.get %t[1] : tuple<i32, vector<4xf32>>
  %g = lift.get %t[1]
  lift.return %t
}

// CHECK-LABEL: lift.def @zips
lift.def @zips<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>, %z: !lift.array<N, f64>) -> !lift.array<N, i32> {
  // CHECK-NEXT: lift.zip %x, %y, %z : !lift.array<N, tuple<f32, i32, f64>>
  %all = lift.zip %x, %y, %z
  // CHECK-NEXT: lift.unzip %all : tuple<!lift.array<N, f32>, !lift.array<N, i32>, !lift.array<N, f64>>
  %parts = lift.unzip %all
  // CHECK-NEXT: lift.get %parts[1] : !lift.array<N, i32>
  %second = lift.get %parts[1]
  lift.return %second
}

// Lengths are equal when they are equal under the facts.
// CHECK-LABEL: lift.def @under_facts
lift.def @under_facts<N>(%x: !lift.array<2 * (N floordiv 2), f32>, %y: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> where [N mod 2 eq 0] {
  // CHECK-NEXT: lift.zip %x, %y : !lift.array<N, tuple<f32, f32>>
  %z = lift.zip %x, %y : !lift.array<N, tuple<f32, f32>>
  lift.return %z
}

// CHECK-LABEL: lift.def @ragged
lift.def @ragged<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>, %v: !lift.array<N, i32>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  // CHECK-NEXT: lift.zip %m, %v : !lift.array<i : N, tuple<!lift.array<i + 1, f32>, i32>>
  %z = lift.zip %m, %v
  // CHECK-NEXT: lift.unzip %z : tuple<!lift.array<i : N, !lift.array<i + 1, f32>>, !lift.array<N, i32>>
  %u = lift.unzip %z
  %rows = lift.get %u[0]
  lift.return %rows
}
