// RUN: lift-opt %s -p 'lift-apply{step="map_to_generate at %%r" function=plain},lift-apply{step="map_to_generate at %%r" function=parts}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_generate at %%r" function=rows}' 2>&1 | filecheck %s --check-prefix=ROWS
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_generate at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: %r = lift.generate [i
// CHECK-NEXT: %x = lift.at %xs[i]
// CHECK-NEXT: %d = arith.subf %x, %lo
// CHECK-NEXT: %i = arith.fptosi %d
// CHECK-NEXT: lift.yield %i
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @plain<N>(%xs: !lift.array<N, f32>, %lo: f32) -> !lift.array<N, i32> {
  %r = lift.map (%x) in %xs {
    %d = arith.subf %x, %lo : f32
    %i = arith.fptosi %d : f32 to i32
    lift.yield %i
  }
  lift.return %r
}

// A position keeps its name, and parts of an element are scalars, too.
// CHECK-LABEL: lift.def @parts
// CHECK-NEXT: %r = lift.generate [k
// CHECK-NEXT: %x = lift.at %xs[k]
// CHECK-NEXT: %a = lift.get %x[0]
// CHECK-NEXT: %i = lift.nat k
// CHECK-NEXT: %s = arith.addi %a, %i
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @parts<N>(%xs: !lift.array<N, tuple<i32, f32>>) -> !lift.array<N, i32> {
  %r = lift.map (%x)[k] in %xs {
    %a = lift.get %x[0]
    %i = lift.nat k
    %s = arith.addi %a, %i : i32
    lift.yield %s
  }
  lift.return %r
}

// ROWS: error[LIFT0366]: `map_to_generate at %r` does not hold: what the region computes is more than scalars of scalars
lift.def @rows<N, M>(%xs: !lift.array<N, !lift.array<M, i32>>, %zero: i32) -> !lift.array<N, i32> {
  %r = lift.map (%x) in %xs {
    %s = lift.reduce (%a, %b) in %x from %zero {
      %t = arith.addi %a, %b : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `map_to_generate at %r` does not hold: the length is hidden
lift.def @hidden<N>(%xs: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %r = lift.map (%x) in %xs {
    %s = arith.addi %x, %x : i32
    lift.yield %s
  }
  lift.return %r
}
