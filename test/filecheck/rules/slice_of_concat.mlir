// RUN: lift-opt %s -p 'lift-apply{step="slice_of_concat at %%r" function=middle},lift-apply{step="slice_of_concat at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="slice_of_concat at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @middle
// CHECK-NEXT: %r = lift.slice %b from 1 size 2
// CHECK-NEXT: lift.return %r
lift.def @middle<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>, %c: !lift.array<N, f32>) -> !lift.array<2, f32> {
  %all = lift.concat %a, %b, %c
  %r = lift.slice %all from N + 1 size 2
  lift.return %r
}

// Each row of the first part.
// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%x)[k] in %a
// CHECK-NEXT: %s = lift.slice %a from N - k - 1 size k + 1
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%a: !lift.array<N, tuple<i32, i32>>, %b: !lift.array<2, tuple<i32, i32>>) -> !lift.array<i : N, !lift.array<i + 1, tuple<i32, i32>>> {
  %all = lift.concat %a, %b
  %r = lift.map (%x)[k] in %a {
    %s = lift.slice %all from N - 1 - k size k + 1
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `slice_of_concat at %r` does not hold: `%r = lift.slice` is no instance of the left side of `slice(a, m, concat(.., x, ..)) = slice(a - b, m, x)`, where x begins at b and has all m elements.
lift.def @refused<N>(%a: !lift.array<N, f32>, %b: !lift.array<4, f32>) -> !lift.array<2, f32> {
  %all = lift.concat %a, %b
  %r = lift.slice %all from N - 1 size 2
  lift.return %r
}
