// RUN: lift-opt %s -p 'lift-apply{step="map_of_generate at %%r" function=positions},lift-apply{step="map_of_generate at %%r" function=rows},lift-apply{step="map_of_generate at %%m" function=used_twice}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_generate at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %r = lift.generate [k : N]
// CHECK-NEXT: %v = lift.nat 2 * k + 1
// CHECK-NEXT: %w = arith.addi %v, %c
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %y = arith.muli %w, %i
// CHECK-NEXT: lift.yield %y
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%c: i32, %xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %g = lift.generate [i : N] {
    %v = lift.nat 2 * i + 1
    %w = arith.addi %v, %c : i32
    lift.yield %w
  }
  %r = lift.map (%x)[k] in %g {
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    lift.yield %y
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %r = lift.generate [k1 : N]
// CHECK-NEXT: %row = lift.slice %xs from k1 size N - k1
// CHECK-NEXT: %first = lift.at %row[0]
// CHECK-NEXT: lift.yield %first
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @rows<N>(%xs: !lift.array<N, f32>, %zero: f32) -> !lift.array<N, f32> {
  %g = lift.generate [i : N] {
    %row = lift.slice %xs from i size N - i
    lift.yield %row
  }
  %r = lift.map (%row) in %g {
    %first = lift.at %row[0]
    lift.yield %first
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %g = lift.generate [i : N]
// CHECK:      %m = lift.generate [i1 : N]
// CHECK-NEXT: %v.2 = lift.nat i1
// CHECK:      %r = lift.tuple %g, %m
lift.def @used_twice<N>(%xs: !lift.array<N, i32>) -> tuple<!lift.array<N, i32>, !lift.array<N, i32>> {
  %g = lift.generate [i : N] {
    %v = lift.nat i
    lift.yield %v
  }
  %m = lift.map (%x) in %g {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %r = lift.tuple %g, %m
  lift.return %r
}

// REFUSED: error[LIFT0366]: `map_of_generate at %r` does not hold: `%r = lift.map` is no instance of the left side of `map(g, generate(n, f)) = generate(n, i -> g(f(i)))`
lift.def @refused<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  lift.return %r
}
