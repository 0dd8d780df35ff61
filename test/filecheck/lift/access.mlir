// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: lift.def @gather
lift.def @gather<N, M>(%x: !lift.array<N, f32>, %m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<N - i, f32>> {
  // CHECK-NEXT: lift.gather %x by (p) -> (N - p - 1) : !lift.array<N, f32>
  %a = lift.gather %x by (p) -> (N - 1 - p)
  // CHECK-NEXT: lift.gather %x size M by (p) -> (p mod N) : !lift.array<M, f32>
  %b = lift.gather %x size M by (p) -> (p mod N)
  // CHECK-NEXT: lift.gather %m by (p) -> (N - p - 1) : !lift.array<i : N, !lift.array<N - i, f32>>
  %c = lift.gather %m by (p) -> (N - 1 - p)
  lift.return %c
}

// CHECK-LABEL: lift.def @scatter
lift.def @scatter<N, M>(%x: !lift.array<N * M, f32>) -> !lift.array<N * M, f32> {
  // CHECK-NEXT: lift.scatter %x by (p) -> (M * (p mod N) + p floordiv N) : !lift.array<M * N, f32>
  %a = lift.scatter %x by (p) -> (p floordiv N + (p mod N) * M)
  lift.return %a
}

// CHECK-LABEL: lift.def @slice
lift.def @slice<N>(%x: !lift.array<N, f32>, %m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N - 2, !lift.array<i + 3, f32>> where [N ge 2] {
  // CHECK-NEXT: lift.slice %x from 1 size N - 1 : !lift.array<N - 1, f32>
  %a = lift.slice %x from 1 size N - 1
  // CHECK-NEXT: lift.slice %m from 2 size N - 2 : !lift.array<i : N - 2, !lift.array<i + 3, f32>>
  %b = lift.slice %m from 2 size N - 2
  lift.return %b
}

// CHECK-LABEL: lift.def @concat
lift.def @concat<N, M>(%x: !lift.array<N, f32>, %y: !lift.array<M, f32>, %m: !lift.array<i : N, !lift.array<i + 1, f32>>, %n: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<i : 2 * N, !lift.array<if(i lt N, i + 1, M), f32>> {
  // CHECK-NEXT: lift.concat %x, %y, %x : !lift.array<M + 2 * N, f32>
  %a = lift.concat %x, %y, %x
  // CHECK-NEXT: lift.concat %m, %n : !lift.array<i : 2 * N, !lift.array<if(i lt N, i + 1, M), f32>>
  %b = lift.concat %m, %n
  lift.return %b
}

// CHECK-LABEL: lift.def @at
lift.def @at<N>(%x: !lift.array<N, f32>, %m: !lift.array<i : N, !lift.array<i + 1, f32>>, %i: i32, %zero: f32) -> f32 {
  // CHECK-NEXT: lift.at %x[N - 1] : f32
  %a = lift.at %x[N - 1]
  // CHECK-NEXT: lift.at %m[N - 1] : !lift.array<N, f32>
  %b = lift.at %m[N - 1]
  // CHECK-NEXT: lift.at %x[%i] else %zero : f32
  %c = lift.at %x[%i] else %zero
  // CHECK-NEXT: lift.at_unchecked %x[%i] : f32
  %d = lift.at_unchecked %x[%i]
  lift.return %a
}

// CHECK-LABEL: lift.def @numbers
lift.def @numbers<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], f32>>) -> !lift.array<N, i64> {
  // CHECK-NEXT: lift.length %m : i32
  %n = lift.length %m
  // CHECK-NEXT: lift.nat N + 1 : i32
  %k = lift.nat N + 1
  %r = lift.map (%row)[k] in %m {
    // CHECK: lift.nat rows[k] : i64
    %a = lift.nat rows[k] : i64
    // CHECK-NEXT: lift.length %row : i64
    %b = lift.length %row : i64
    lift.yield %b
  }
  lift.return %r
}
