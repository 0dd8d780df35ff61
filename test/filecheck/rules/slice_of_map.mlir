// RUN: lift-opt %s -p 'lift-apply{step="slice_of_map at %%r" function=positions},lift-apply{step="slice_of_map at %%r" function=rows},lift-apply{step="slice_of_map at %%a" function=used_twice}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.slice %xs from 2 size N
// CHECK-NEXT: %ys = lift.map (%x)[k] in %r
// CHECK-NEXT: %i = lift.nat k + 2
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.subi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys
lift.def @positions<N>(%xs: !lift.array<N + 3, i32>, %c: i32) -> !lift.array<N, i32> {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %z = arith.subi %y, %c : i32
    lift.yield %z
  }
  %r = lift.slice %ys from 2 size N
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.slice %xss from N size N
// CHECK-NEXT: %ys = lift.map (%row)[k] in %r
// CHECK-NEXT: %b = lift.gather %row by (j) -> (N + k - j)
// CHECK-NEXT: lift.yield %b
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys
lift.def @rows<N>(%xss: !lift.array<i : 2 * N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<N + i + 1, f32>> {
  %ys = lift.map (%row)[k] in %xss {
    %b = lift.gather %row by (j) -> (k - j)
    lift.yield %b
  }
  %r = lift.slice %ys from N size N
  lift.return %r
}

// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %ys = lift.map (%x) in %xs
// CHECK:      %a = lift.slice %xs from 2 size N
// CHECK-NEXT: %ys.2 = lift.map (%x.2) in %a
// CHECK:      %b = lift.slice %ys from 3 size N
// CHECK-NEXT: %r = lift.concat %ys.2, %b
lift.def @used_twice<N>(%xs: !lift.array<N + 3, i32>) -> !lift.array<2 * N, i32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %a = lift.slice %ys from 2 size N
  %b = lift.slice %ys from 3 size N
  %r = lift.concat %a, %b
  lift.return %r
}

// REFUSED: error[LIFT0366]: `slice_of_map at %r` does not hold: `%r = lift.slice` is no instance of the left side of `slice(a, m, map(f, xs)) = map(f, slice(a, m, xs))`
lift.def @refused<N>(%xs: !lift.array<N + 3, i32>) -> !lift.array<N, i32> {
  %r = lift.slice %xs from 2 size N
  lift.return %r
}
