// RUN: LIFT_ROUNDTRIP

// What must hold in the region is checked for each iteration's length: 64, 32, .., 2.
// CHECK-LABEL: lift.def @halving
lift.def @halving(%xs: !lift.array<64, f32>) -> !lift.array<1, f32> {
  // CHECK-NEXT: lift.iterate 6 (%t)[n] in %xs : !lift.array<1, f32> {
  %r = lift.iterate 6 (%t)[n] in %xs {
    // CHECK-NEXT: lift.split 2 %t : !lift.array<n floordiv 2, !lift.array<2, f32>>
    %twos = lift.split 2 %t
    %again = lift.join %twos
    // That both have one length is known only iteration by iteration.
    %both = lift.zip %again, %t
    %firsts = lift.map (%two) in %twos {
      %x = lift.at %two[0]
      lift.yield %x
    }
    lift.yield %firsts : !lift.array<n floordiv 2, f32>
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @shrinking
lift.def @shrinking<N>(%xs: !lift.array<N + 10, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate 5 (%t)[n] in %xs : !lift.array<N, f32> {
  %r = lift.iterate 5 (%t)[n] in %xs {
    %windows = lift.slide 3 by 1 %t
    %middle = lift.map (%w) in %windows {
      %x = lift.at %w[1]
      lift.yield %x
    }
    lift.yield %middle
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @growing
lift.def @growing<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<2 * M + N, f32> {
  // CHECK-NEXT: lift.iterate M (%t)[n] in %xs : !lift.array<2 * M + N, f32> {
  %r = lift.iterate M (%t)[n] in %xs {
    %more = lift.gather %t size n + 2 by (i) -> (i floordiv 3)
    lift.yield %more
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @symbolic
lift.def @symbolic<N>(%xs: !lift.array<N, f32>) -> !lift.array<1, f32> where [N eq pow(2, log2(N))] {
  // CHECK-NEXT: lift.iterate log2(N) (%t)[n] in %xs : !lift.array<1, f32> {
  %r = lift.iterate log2(N) (%t)[n] in %xs {
    %even = lift.gather %t size n floordiv 2 by (i) -> (2 * i)
    lift.yield %even
  }
  lift.return %r
}

// A length that no iteration changes needs no name; it gets one, and it is printed.
// CHECK-LABEL: lift.def @keeping
lift.def @keeping<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate M (%t)[k] in %xs : !lift.array<N, f32> {
  %r = lift.iterate M (%t) in %xs {
    lift.yield %t
  }
  lift.return %r
}

// In iteration r, n is pow(2, D - r): what must hold is shown for any iteration.
// CHECK-LABEL: lift.def @tree
lift.def @tree<D>(%xs: !lift.array<pow(2, D), f32>) -> !lift.array<1, f32> {
  // CHECK-NEXT: lift.iterate D (%t)[n] in %xs : !lift.array<1, f32> {
  %r = lift.iterate D (%t)[n] in %xs {
    // CHECK-NEXT: lift.split 2 %t : !lift.array<n floordiv 2, !lift.array<2, f32>>
    %twos = lift.split 2 %t
    %again = lift.join %twos
    %both = lift.zip %again, %t
    %firsts = lift.map (%two) in %twos {
      %x = lift.at %two[0]
      lift.yield %x
    }
    lift.yield %firsts
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @tree_over_a_multiple
lift.def @tree_over_a_multiple<N, K>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv pow(2, K), f32>
    where [N mod pow(2, K) eq 0] {
  // CHECK: lift.iterate K (%t)[n] in %xs : !lift.array<N floordiv pow(2, K), f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %twos = lift.split 2 %t
    %firsts = lift.map (%two) in %twos {
      %x = lift.at %two[0]
      lift.yield %x
    }
    lift.yield %firsts
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @stencil
lift.def @stencil<N, K>(%xs: !lift.array<N + 2 * K, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate K (%t)[n] in %xs : !lift.array<N, f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %windows = lift.slide 3 by 1 %t
    %middle = lift.map (%w) in %windows {
      %x = lift.at %w[1]
      lift.yield %x
    }
    lift.yield %middle
  }
  lift.return %r
}

// A length that each iteration shortens by as much as the fact allows.
// CHECK-LABEL: lift.def @enough
lift.def @enough<N, K>(%xs: !lift.array<N, f32>) -> !lift.array<N - K, f32> where [N ge K] {
  // CHECK: lift.iterate K (%t)[n] in %xs : !lift.array<N - K, f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %tail = lift.slice %t from 1 size n - 1
    lift.yield %tail
  }
  lift.return %r
}

// An iteration makes 2 * (n floordiv 4) of n: that this is half of it holds in each iteration because it held in the one before.
// CHECK-LABEL: lift.def @fours
lift.def @fours<N, K>(%xs: !lift.array<N * pow(2, K + 1), f32>) -> !lift.array<2 * N, f32> {
  // CHECK-NEXT: lift.iterate K (%t)[n] in %xs : !lift.array<2 * N, f32> {
  %r = lift.iterate K (%t)[n] in %xs {
    %fours = lift.split 4 %t
    %twos = lift.map (%four) in %fours {
      %two = lift.slice %four from 1 size 2
      lift.yield %two
    }
    %j = lift.join %twos
    lift.yield %j
  }
  lift.return %r
}

// More iterations than are looked at one by one.
// CHECK-LABEL: lift.def @many
lift.def @many<N>(%xs: !lift.array<N + 1000, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate 1000 (%t)[n] in %xs : !lift.array<N, f32> {
  %r = lift.iterate 1000 (%t)[n] in %xs {
    %tail = lift.slice %t from 1 size n - 1
    lift.yield %tail
  }
  lift.return %r
}

// Iterations in iterations.
// CHECK-LABEL: lift.def @nested
lift.def @nested<N, K, L>(%xs: !lift.array<N + 2 * K * L, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate L (%s)[m] in %xs : !lift.array<N, f32> {
  %r = lift.iterate L (%s)[m] in %xs {
    // CHECK-NEXT: lift.iterate K (%t)[n] in %s : !lift.array<m - 2 * K, f32> {
    %q = lift.iterate K (%t)[n] in %s {
      %windows = lift.slide 3 by 1 %t
      %middle = lift.map (%w) in %windows {
        %x = lift.at %w[1]
        lift.yield %x
      }
      lift.yield %middle
    }
    lift.yield %q
  }
  lift.return %r
}

// As many rounds as the position says, of rows whose length it says.
// CHECK-LABEL: lift.def @by_position
lift.def @by_position<N>(%m: !lift.array<i : N, !lift.array<pow(2, i), f32>>) -> !lift.array<N, !lift.array<1, f32>> {
  %r = lift.map (%row)[i] in %m {
    // CHECK: lift.iterate i (%t)[n] in %row : !lift.array<1, f32> {
    %one = lift.iterate i (%t)[n] in %row {
      %twos = lift.split 2 %t
      %firsts = lift.map (%two) in %twos {
        %x = lift.at %two[0]
        lift.yield %x
      }
      lift.yield %firsts
    }
    lift.yield %one
  }
  lift.return %r
}

// Where there are no iterations, nothing must hold in them.
// CHECK-LABEL: lift.def @no_iterations
lift.def @no_iterations<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  // CHECK-NEXT: lift.iterate 0 (%t)[n] in %xs : !lift.array<N, f32> {
  %r = lift.iterate 0 (%t)[n] in %xs {
    %twos = lift.split 2 %t
    %firsts = lift.map (%two) in %twos {
      %x = lift.at %two[5]
      lift.yield %x
    }
    lift.yield %firsts
  }
  lift.return %r
}

// A state that is no array of elements has one type, which each iteration keeps.
// CHECK-LABEL: lift.def @state
lift.def @state<N, M>(%xs: !lift.array<N, f32>, %a: f32) -> tuple<!lift.array<N, f32>, f32> {
  %init = lift.tuple %xs, %a
  // CHECK: lift.iterate M (%s) in %init : tuple<!lift.array<N, f32>, f32> {
  %r = lift.iterate M (%s) in %init {
    // CHECK-NEXT: lift.get %s[0] : !lift.array<N, f32>
    %ts = lift.get %s[0]
    %b = lift.get %s[1]
    %c = arith.addf %b, %b : f32
    %next = lift.tuple %ts, %c
    lift.yield %next
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @number
lift.def @number(%a: f32) -> f32 {
  // CHECK-NEXT: lift.iterate 3 (%s) in %a : f32 {
  %r = lift.iterate 3 (%s) in %a {
    %b = arith.mulf %s, %s : f32
    lift.yield %b
  }
  lift.return %r
}

// Without a name for it, a hidden length belongs to the state, and may be another one after each iteration.
// CHECK-LABEL: lift.def @hidden
lift.def @hidden<N, M>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %zero = arith.constant 0 : i32
  // CHECK: lift.iterate M (%s) in %e : !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.iterate M (%s) in %e {
    %kept = lift.filter (%x) in %s {
      %keep = arith.cmpi sgt, %x, %zero : i32
      lift.yield %keep
    }
    // CHECK: lift.yield %kept : !lift.exists<X upto N, !lift.array<X, i32>>
    lift.yield %kept
  }
  lift.return %r
}

// With one, it is that of the array in the region.
// CHECK-LABEL: lift.def @opened
lift.def @opened<N, M>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  // CHECK-NEXT: lift.iterate M (%t)[n] in %e : !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.iterate M (%t)[n] in %e {
    // CHECK-NEXT: lift.gather %t by (i) -> (n - i - 1) : !lift.array<n, i32>
    %u = lift.gather %t by (i) -> (n - 1 - i)
    lift.yield %u
  }
  lift.return %r
}

// At most so many iterations, as long as a condition holds: both regions have the state by one name.
// CHECK-LABEL: lift.def @conditional
lift.def @conditional<M>(%a: f32) -> f32 {
  %most = arith.constant 100.0 : f32
  // CHECK: lift.iterate upto M + 1 (%s) in %a : f32 while {
  %r = lift.iterate upto M + 1 (%s) in %a while {
    // CHECK-NEXT: arith.cmpf olt, %s, %most : f32
    %more = arith.cmpf olt, %s, %most : f32
    // CHECK-NEXT: lift.yield %more : i1
    lift.yield %more
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: arith.addf %s, %s : f32
    %t = arith.addf %s, %s : f32
    // CHECK-NEXT: lift.yield %t : f32
    lift.yield %t
  }
  lift.return %r
}

// An array keeps its length, since it is not known how many iterations there are.
// CHECK-LABEL: lift.def @conditional_array
lift.def @conditional_array<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %zero = arith.constant 0 : i32
  // CHECK: lift.iterate upto N (%s) in %xs : !lift.array<N, i32> while {
  %r = lift.iterate upto N (%s) in %xs while {
    %x = lift.at %s[0]
    %more = arith.cmpi ne, %x, %zero : i32
    lift.yield %more
  } do {
    %t = lift.gather %s by (i) -> ((i + 1) mod N)
    lift.yield %t
  }
  lift.return %r
}
