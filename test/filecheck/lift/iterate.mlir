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
