// RUN: lift-opt %s -p 'lift-apply{step="unzip_of_zip at %%r" function=arrays},lift-apply{step="unzip_of_zip at %%u" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="unzip_of_zip at %%u" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @arrays
// CHECK-NEXT: %r = lift.tuple %x, %y
// CHECK-NEXT: lift.return %r
lift.def @arrays<N>(%x: !lift.array<N, f32>, %y: !lift.array<i : N, !lift.array<i + 1, i32>>) -> tuple<!lift.array<N, f32>, !lift.array<i : N, !lift.array<i + 1, i32>>> {
  %z = lift.zip %x, %y
  %r = lift.unzip %z
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row) in %m
// CHECK-NEXT: %u = lift.tuple %row, %ys, %row
// CHECK-NEXT: lift.yield %u
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N, M>(%m: !lift.array<N, !lift.array<M, f32>>, %ys: !lift.array<M, i32>) -> !lift.array<N, tuple<!lift.array<M, f32>, !lift.array<M, i32>, !lift.array<M, f32>>> {
  %r = lift.map (%row) in %m {
    %z = lift.zip %row, %ys, %row
    %u = lift.unzip %z
    lift.yield %u
  }
  lift.return %r
}

// Two arrays of one hidden length are not a tuple of arrays that each hide a length.
// REFUSED: error[LIFT0366]: `unzip_of_zip at %u` does not hold: `%u = lift.unzip` is no instance of the left side of `unzip(zip(a0, a1, ..)) = tuple(a0, a1, ..)`, where no length is hidden.
lift.def @refused<N>(%x: !lift.array<N, f32>, %c: f32) -> i32 {
  %kept = lift.filter (%e) in %x {
    %k = arith.cmpf ogt, %e, %c : f32
    lift.yield %k
  }
  %z = lift.zip %kept, %kept
  %u = lift.unzip %z
  %a = lift.get %u[0]
  %n = lift.length %a
  lift.return %n
}
