// RUN: lift-opt %s -p 'lift-apply{step="join_of_few_rows at %%r" function=growing},lift-apply{step="join_of_few_rows at %%r" function=single},lift-apply{step="join_of_few_rows at %%j" function=used_twice}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_few_rows at %%r" function=many}' 2>&1 | filecheck %s --check-prefix=MANY
// RUN: not lift-opt %s -p 'lift-apply{step="join_of_few_rows at %%r" function=large}' 2>&1 | filecheck %s --check-prefix=LARGE

// CHECK-LABEL: lift.def @growing
// CHECK-NEXT: %x = lift.at %xs[0]
// CHECK-NEXT: %part = lift.slice %ys from 0 size N
// CHECK-NEXT: %row = lift.map (%y)[j1] in %part
// CHECK-NEXT: %i = lift.nat N - j1
// CHECK-NEXT: %z = arith.muli %x, %i
// CHECK-NEXT: %w = arith.addi %y, %z
// CHECK-NEXT: lift.yield %w
// CHECK-NEXT: }
// CHECK-NEXT: %x.2 = lift.at %xs[1]
// CHECK-NEXT: %part.2 = lift.slice %ys from 0 size N + 1
// CHECK-NEXT: %row.2 = lift.map (%y.2)[j2] in %part.2
// CHECK-NEXT: %i.2 = lift.nat N + 1 - j2
// CHECK-NEXT: %z.2 = arith.muli %x.2, %i.2
// CHECK-NEXT: %w.2 = arith.addi %y.2, %z.2
// CHECK-NEXT: lift.yield %w.2
// CHECK-NEXT: }
// CHECK-NEXT: %x.3 = lift.at %xs[2]
// CHECK-NEXT: %part.3 = lift.slice %ys from 0 size N + 2
// CHECK-NEXT: %row.3 = lift.map (%y.3)[j3] in %part.3
// CHECK-NEXT: %i.3 = lift.nat N + 2 - j3
// CHECK-NEXT: %z.3 = arith.muli %x.3, %i.3
// CHECK-NEXT: %w.3 = arith.addi %y.3, %z.3
// CHECK-NEXT: lift.yield %w.3
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.concat %row, %row.2, %row.3
// CHECK-NEXT: lift.return %r
lift.def @growing<N>(%xs: !lift.array<3, i32>, %ys: !lift.array<N + 2, i32>) -> !lift.array<3 * N + 3, i32> {
  %rows = lift.map (%x)[k] in %xs {
    %part = lift.slice %ys from 0 size N + k
    %row = lift.map (%y)[j] in %part {
      %i = lift.nat k - j + N
      %z = arith.muli %x, %i : i32
      %w = arith.addi %y, %z : i32
      lift.yield %w
    }
    lift.yield %row
  }
  %r = lift.join %rows
  lift.return %r
}

// CHECK-LABEL: lift.def @single
// CHECK-NEXT: %row = lift.at %m[0]
// CHECK-NEXT: %s = lift.gather %row by (i) -> (M - i - 1)
// CHECK-NEXT: %r = lift.concat %s
// CHECK-NEXT: lift.return %r
lift.def @single<M>(%m: !lift.array<1, !lift.array<M, f32>>, %c: f32) -> !lift.array<M, f32> {
  %rows = lift.map (%row) in %m {
    %s = lift.gather %row by (i) -> (M - 1 - i)
    lift.yield %s
  }
  %r = lift.join %rows
  lift.return %r
}

// MANY: error[LIFT0366]: `join_of_few_rows at %r` does not hold: the number of rows is not known, or there is none
lift.def @many<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M * N, f32> {
  %rows = lift.map (%row) in %m {
    %s = lift.gather %row by (i) -> (M - 1 - i)
    lift.yield %s
  }
  %r = lift.join %rows
  lift.return %r
}

// LARGE: error[LIFT0366]: `join_of_few_rows at %r` does not hold: there would be more than 4096 ops in all copies of the iterations of a kernel
lift.def @large<M>(%m: !lift.array<2000, !lift.array<M, f32>>) -> !lift.array<2000 * M, f32> {
  %rows = lift.map (%row) in %m {
    %s = lift.gather %row by (i) -> (M - 1 - i)
    lift.yield %s
  }
  %r = lift.join %rows
  lift.return %r
}

// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %rows = lift.map (%row) in %m
// CHECK:      %row.2 = lift.at %m[0]
// CHECK-NEXT: %s.2 = lift.gather %row.2
// CHECK-NEXT: %row.3 = lift.at %m[1]
// CHECK-NEXT: %s.3 = lift.gather %row.3
// CHECK-NEXT: %j = lift.concat %s.2, %s.3
// CHECK-NEXT: %r = lift.tuple %j, %rows
lift.def @used_twice<M>(%m: !lift.array<2, !lift.array<M, f32>>) -> tuple<!lift.array<2 * M, f32>, !lift.array<2, !lift.array<M, f32>>> {
  %rows = lift.map (%row) in %m {
    %s = lift.gather %row by (i) -> (M - 1 - i)
    lift.yield %s
  }
  %j = lift.join %rows
  %r = lift.tuple %j, %rows
  lift.return %r
}
