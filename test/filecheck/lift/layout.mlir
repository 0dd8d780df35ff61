// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @split
lift.def @split<N, M>(%x: !lift.array<N, f32>, %y: !lift.array<M * N, f32>) -> !lift.array<M, !lift.array<N, f32>> where [N mod 4 eq 0] {
  // CHECK-NEXT: lift.split 4 %x : !lift.array<N floordiv 4, !lift.array<4, f32>>
  %a = lift.split 4 %x
  // CHECK-NEXT: lift.split N %y : !lift.array<M, !lift.array<N, f32>>
  %b = lift.split N %y
  lift.return %b
}

// CHECK-LABEL: lift.def @split_ragged
lift.def @split_ragged<N>(%m: !lift.array<i : 2 * N, !lift.array<i + 1, f32>>) -> !lift.array<2 * N * N + N, f32> {
  // CHECK-NEXT: lift.split 2 %m : !lift.array<i : N, !lift.array<j : 2, !lift.array<2 * i + j + 1, f32>>>
  %s = lift.split 2 %m
  // CHECK-NEXT: lift.join %s : !lift.array<i : 2 * N, !lift.array<i + 1, f32>>
  %j = lift.join %s
  // CHECK-NEXT: lift.join %j : !lift.array<2 * N * N + N, f32>
  %flat = lift.join %j
  lift.return %flat
}

// CHECK-LABEL: lift.def @join
lift.def @join<N, M, rows[N]>(%x: !lift.array<N, !lift.array<M, f32>>, %r: !lift.array<i : N, !lift.array<rows[i], f32>>, %s: !lift.array<i : N, !lift.array<2 * i + 1, f32>>) -> !lift.array<N * N, f32> {
  // CHECK-NEXT: lift.join %x : !lift.array<M * N, f32>
  %a = lift.join %x
  // CHECK-NEXT: lift.join %r : !lift.array<sum(i : N, rows[i]), f32>
  %b = lift.join %r
  // CHECK-NEXT: lift.join %s : !lift.array<N * N, f32>
  %c = lift.join %s
  lift.return %c
}

// CHECK-LABEL: lift.def @partition
lift.def @partition<N>(%x: !lift.array<N, f32>, %y: !lift.array<6, f32>) -> !lift.array<i : 3, !lift.array<i + 1, f32>> where [N ge 2] {
  // CHECK-NEXT: lift.partition %x into 3 by (p) -> (if(p eq 1, N - 2, 1)) : !lift.array<p : 3, !lift.array<if(p eq 1, N - 2, 1), f32>>
  %a = lift.partition %x into 3 by (p) -> (if(p eq 1, N - 2, 1))
  // CHECK-NEXT: lift.partition %y into 3 by (i) -> (i + 1) : !lift.array<i : 3, !lift.array<i + 1, f32>>
  %b = lift.partition %y into 3 by (i) -> (i + 1)
  lift.return %b
}

// CHECK-LABEL: lift.def @slide
lift.def @slide<N>(%x: !lift.array<N + 2, f32>, %y: !lift.array<2 * N + 1, f32>) -> !lift.array<N, !lift.array<3, f32>> {
  // CHECK-NEXT: lift.slide 3 by 1 %x : !lift.array<N, !lift.array<3, f32>>
  %a = lift.slide 3 by 1 %x
  // CHECK-NEXT: lift.slide 3 by 2 %y : !lift.array<N, !lift.array<3, f32>>
  %b = lift.slide 3 by 2 %y
  lift.return %a
}

// There is no window where N is 1.
// CHECK-LABEL: lift.def @slide_no_window
lift.def @slide_no_window<N>(%x: !lift.array<N + 1, f32>, %y: !lift.array<2 * N - 1, f32>) -> !lift.array<N - 1, !lift.array<3, f32>> {
  // CHECK-NEXT: lift.slide 3 by 1 %x : !lift.array<N - 1, !lift.array<3, f32>>
  %a = lift.slide 3 by 1 %x
  // CHECK-NEXT: lift.slide 3 by 2 %y : !lift.array<N - 1, !lift.array<3, f32>>
  %b = lift.slide 3 by 2 %y
  lift.return %a
}

// CHECK-LABEL: lift.def @slide_ragged
lift.def @slide_ragged<N>(%m: !lift.array<i : N + 2, !lift.array<i, f32>>) -> !lift.array<i : N, !lift.array<j : 3, !lift.array<i + j, f32>>> {
  // CHECK-NEXT: lift.slide 3 by 1 %m : !lift.array<i : N, !lift.array<j : 3, !lift.array<i + j, f32>>>
  %a = lift.slide 3 by 1 %m
  lift.return %a
}

// CHECK-LABEL: lift.def @pad
lift.def @pad<N>(%x: !lift.array<N, f32>, %m: !lift.array<i : N, !lift.array<i + 1, f32>>, %zero: f32) -> !lift.array<N, !lift.array<N, f32>> {
  // CHECK-NEXT: lift.pad clamp 1, N %x : !lift.array<2 * N + 1, f32>
  %a = lift.pad clamp 1, N %x
  // CHECK-NEXT: lift.pad mirror 1, 0 %x : !lift.array<N + 1, f32>
  %b = lift.pad mirror 1, 0 %x
  // CHECK-NEXT: lift.pad wrap N, N %x : !lift.array<3 * N, f32>
  %c = lift.pad wrap N, N %x
  // Amounts may use positions in scope.
  %d = lift.map (%row)[k] in %m {
    // CHECK: lift.pad constant %zero 0, N - k - 1 %row : !lift.array<N, f32>
    %full = lift.pad constant %zero 0, N - k - 1 %row
    lift.yield %full
  }
  lift.return %d
}

// CHECK-LABEL: lift.def @transpose
lift.def @transpose<N, M>(%x: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  // CHECK-NEXT: lift.transpose %x : !lift.array<M, !lift.array<N, f32>>
  %t = lift.transpose %x
  lift.return %t
}

// Rows without elements are joined to nothing, whatever the types of their elements.
// CHECK-LABEL: lift.def @join_of_nothing
lift.def @join_of_nothing<N>(%x: !lift.array<i : N, !lift.array<0, !lift.array<i + 1, f32>>>) -> i32 {
  // CHECK-NEXT: lift.join %x : !lift.array<i : 0, !lift.array<i + 1, f32>>
  %j = lift.join %x
  %n = lift.length %j : i32
  lift.return %n
}
