// RUN: lift-opt %s -p lift-inline | filecheck %s

lift.user_fun @square(x: f32) -> f32 = "return x * x;" {
  %r = arith.mulf %x, %x : f32
  lift.return %r : f32
}

// Nobody need call a function for it to stay: it may be the one that is run.
// CHECK-LABEL: lift.def @squares<N>
lift.def @squares<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x)[k] in %xs {
    %y = lift.call @square(%x)
    lift.yield %y
  }
  lift.return %r
}

// The nats of the callee are those of the call, binders get new names, and calls in C stay.
// CHECK-LABEL: lift.def @twice<M>
// CHECK-NEXT: %a = lift.map (%x)[k] in %ys : !lift.array<2 * M, f32> {
// CHECK-NEXT:   lift.call @square(%x) : f32
// CHECK:      %b = lift.map (%x_1)[k1] in %a : !lift.array<2 * M, f32> {
// CHECK-NEXT:   lift.call @square(%x_1) : f32
// CHECK:      lift.return %b
lift.def @twice<M>(%ys: !lift.array<2 * M, f32>) -> !lift.array<2 * M, f32> {
  %a = lift.call @squares(%ys)
  %b = lift.call @squares(%a)
  lift.return %b
}

// A callee calls others; what it takes is in a region, and a position there has the name of its nat.
// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: lift.map (%row)[N] in %m : !lift.array<N : 8, !lift.array<2 * N + 2, f32>> {
// CHECK-NEXT:   lift.map (%{{.*}})[k] in %row : !lift.array<2 * N + 2, f32>
// CHECK:        lift.map (%{{.*}})[k1] in %{{.*}} : !lift.array<2 * N + 2, f32>
lift.def @rows(%m: !lift.array<i : 8, !lift.array<2 * i + 2, f32>>) -> !lift.array<i : 8, !lift.array<2 * i + 2, f32>> {
  %r = lift.map (%row)[N] in %m {
    %t = lift.call @twice(%row)
    lift.yield %t
  }
  lift.return %r
}

lift.def @row_sums<N, rows[N]>(%m: !lift.array<i : N, !lift.array<rows[i], f32>>, %zero: f32) -> !lift.array<N, f32> {
  %r = lift.map (%row)[k] in %m {
    %s = lift.reduce (%acc, %e) in %row from %zero {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  lift.return %r
}

// Tables are solved, too.
// CHECK-LABEL: lift.def @tables<K, widths[K]>
// CHECK-NEXT: lift.map (%row)[k] in %m : !lift.array<K, f32> {
// CHECK-NEXT:   lift.reduce (%acc, %e) in %row
lift.def @tables<K, widths[K]>(%m: !lift.array<i : K, !lift.array<widths[i], f32>>, %zero: f32) -> !lift.array<K, f32> {
  %r = lift.call @row_sums(%m, %zero)
  lift.return %r
}

lift.def @first_of<N>(%xs: !lift.array<N, f32>) -> f32 {
  %r = lift.at %xs[0]
  lift.return %r
}

// What the callee knows of its nat follows at the call.
// CHECK-LABEL: lift.def @facts<N>
// CHECK-NEXT: lift.at %xs[0] : f32
lift.def @facts<N>(%xs: !lift.array<N + 3, f32>) -> f32 {
  %r = lift.call @first_of(%xs)
  lift.return %r
}

lift.def @nested<N>(%m: !lift.array<N, !lift.array<N, i32>>) -> !lift.array<N, !lift.array<N, i32>> {
  %r = lift.map (%row)[k] in %m {
    %s = lift.map (%x)[k1] in %row {
      %i = lift.nat k + 2 * k1 : i32
      lift.yield %i
    }
    lift.yield %s
  }
  lift.return %r
}

// A new name for one binder is not that of another inside it, nor a nat of the callee.
// CHECK-LABEL: lift.def @binders
// CHECK: lift.map (%x)[k] in %xs
// CHECK: lift.map (%row)[k2] in %m
// CHECK-NEXT: lift.map (%{{.*}})[k11] in %row
// CHECK-NEXT: lift.nat 2 * k11 + k2 : i32
lift.def @binders<N>(%xs: !lift.array<N, i32>, %m: !lift.array<N, !lift.array<N, i32>>) -> tuple<!lift.array<N, i32>, !lift.array<N, !lift.array<N, i32>>> {
  %a = lift.map (%x)[k] in %xs {
    %i = lift.nat k : i32
    lift.yield %i
  }
  %b = lift.call @nested(%m)
  %r = lift.tuple %a, %b
  lift.return %r
}

lift.def @tile<R, C>(%x: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %x
  lift.return %r
}
lift.def @halves<K>(%x: !lift.array<2 * K, f32>) -> !lift.array<2, !lift.array<K, f32>> {
  %r = lift.call @tile<R = 2, C = K>(%x)
  lift.return %r
}

// Sizes that a call gives are put in, through calls in calls.
// CHECK-LABEL: lift.def @quarters
// CHECK-NEXT: lift.split N %x : !lift.array<2, !lift.array<N, f32>>
lift.def @quarters<N>(%x: !lift.array<2 * N, f32>) -> !lift.array<2, !lift.array<N, f32>> {
  %r = lift.call @halves<K = N>(%x)
  lift.return %r
}

// A table that a region binds gets a name of its own, too.
lift.def @lengths<N, M>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>) -> !lift.array<N, i32> {
  %r = lift.unpack (%rows)[lens[_]] in %m {
    %f = lift.map (%row)[k] in %rows {
      %l = lift.nat lens[k]
      lift.yield %l
    }
    lift.yield %f
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @two_tables
// CHECK:      lift.unpack (%rows)[lens1[_]] in %m : !lift.array<N, i32> {
// CHECK:        lift.nat lens1[k1] : i32
// CHECK:      lift.unpack (%rows_1)[lens2[_]] in %m : !lift.array<N, i32> {
// CHECK:        lift.nat lens2[k2] : i32
lift.def @two_tables<N, M, lens[N]>(%m: !lift.array<N, !lift.exists<X upto M, !lift.array<X, f32>>>,
                                    %t: !lift.array<i : N, !lift.array<lens[i], i32>>)
    -> tuple<!lift.array<N, i32>, !lift.array<N, i32>> {
  %a = lift.call @lengths(%m)
  %b = lift.call @lengths(%m)
  %r = lift.tuple %a, %b
  lift.return %r
}
