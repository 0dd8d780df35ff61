// RUN: lift-opt %s -p 'lift-apply{step="split_of_map at %%r" function=positions},lift-apply{step="split_of_map at %%r" function=rows},lift-apply{step="split_of_map at %%s" function=used_twice}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="split_of_map at %%r" function=no_map}' 2>&1 | filecheck %s --check-prefix=NO-MAP

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.split 4 %xs
// CHECK-NEXT: %ys_n = lift.map (%xs.2)[i] in %r
// CHECK-NEXT: %ys = lift.map (%x)[k] in %xs.2
// CHECK-NEXT: %i = lift.nat 4 * i + k
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %z = arith.addi %y, %c
// CHECK-NEXT: lift.yield %z
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %ys
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys_n
lift.def @positions<N>(%xs: !lift.array<4 * N, i32>, %c: i32) -> !lift.array<N, !lift.array<4, i32>> {
  %ys = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %z = arith.addi %y, %c : i32
    lift.yield %z
  }
  %r = lift.split 4 %ys
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.split 2 %xss
// CHECK-NEXT: %ys_n = lift.map (%xss.2)[i] in %r
// CHECK-NEXT: %ys = lift.map (%row)[k] in %xss.2
// CHECK-NEXT: %b = lift.gather %row by (j) -> (2 * i + k - j)
// CHECK-NEXT: lift.yield %b
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %ys
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %ys_n
lift.def @rows<N>(%xss: !lift.array<i : 2 * N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<j : 2, !lift.array<2 * i + j + 1, f32>>> {
  %ys = lift.map (%row)[k] in %xss {
    %b = lift.gather %row by (j) -> (k - j)
    lift.yield %b
  }
  %r = lift.split 2 %ys
  lift.return %r
}

// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %ys = lift.map (%x)[i] in %xs
// CHECK:      %s = lift.split 4 %xs
// CHECK-NEXT: %ys_n = lift.map (%xs.2)[i1] in %s
// CHECK-NEXT: %ys.2 = lift.map (%x.2)[i2] in %xs.2
// CHECK-NEXT: %n.2 = lift.nat 4 * i1 + i2
// CHECK:      %r = lift.tuple %ys, %ys_n
lift.def @used_twice<N>(%xs: !lift.array<4 * N, i32>) -> tuple<!lift.array<4 * N, i32>, !lift.array<N, !lift.array<4, i32>>> {
  %ys = lift.map (%x)[i] in %xs {
    %n = lift.nat i
    %y = arith.muli %x, %n : i32
    lift.yield %y
  }
  %s = lift.split 4 %ys
  %r = lift.tuple %ys, %s
  lift.return %r
}

// NO-MAP: error[LIFT0366]: `split_of_map at %r` does not hold: `%r = lift.split` is no instance of the left side of `split(n, map(f, xs)) = map(map(f), split(n, xs))`
lift.def @no_map<N>(%xs: !lift.array<4 * N, f32>) -> !lift.array<N, !lift.array<4, f32>> {
  %r = lift.split 4 %xs
  lift.return %r
}
