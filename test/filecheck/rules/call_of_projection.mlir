// RUN: lift-opt %s -p 'lift-apply{step="call_of_projection at %%r" function=plain},lift-apply{step="call_of_projection at %%s" function=inside}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="call_of_projection at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="call_of_projection at %%r" function=in_c}' 2>&1 | filecheck %s --check-prefix=IN-C

lift.def @second<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  lift.return %y
}

lift.def @first_half<N>(%x: !lift.array<2 * N, f32>) -> !lift.array<N, f32> {
  %r = lift.slice %x from 0 size N
  lift.return %r
}

lift.user_fun @left(x: i32, y: i32) -> i32 = "return x;" {
  lift.return %x
}

// CHECK-LABEL: lift.def @plain
// CHECK-NEXT: lift.return %b
lift.def @plain<N>(%a: !lift.array<2 * N, f32>, %b: !lift.array<2 * N, i32>) -> !lift.array<2 * N, i32> {
  %r = lift.call @second(%a, %b)
  lift.return %r
}

// CHECK-LABEL: lift.def @inside
// CHECK-NEXT: %r = lift.map (%row)[k] in %m
// CHECK-NEXT: lift.yield %row
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @inside<N>(%m: !lift.array<i : N, !lift.array<i + 1, i32>>, %a: !lift.array<N, f32>) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %r = lift.map (%row)[k] in %m {
    %part = lift.slice %a from 0 size k + 1
    %s = lift.call @second(%part, %row)
    lift.yield %s
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `call_of_projection at %r` does not hold: `%r = lift.call` is no instance of the left side of `call(f, a0, a1, ..) = ai`, where `f(x0, x1, ..) = xi` is a `lift.def`.
lift.def @refused<N>(%a: !lift.array<2 * N, f32>) -> !lift.array<N, f32> {
  %r = lift.call @first_half(%a)
  lift.return %r
}

// Whether C code does what it is said to mean is for its author to know.
// IN-C: error[LIFT0366]: `call_of_projection at %r` does not hold: `%r = lift.call` is no instance of the left side of `call(f, a0, a1, ..) = ai`, where `f(x0, x1, ..) = xi` is a `lift.def`.
lift.def @in_c(%a: i32, %b: i32) -> i32 {
  %r = lift.call @left(%a, %b)
  lift.return %r
}
