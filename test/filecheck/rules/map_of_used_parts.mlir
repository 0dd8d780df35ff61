// RUN: lift-opt %s -p 'lift-apply{step="map_of_used_parts at %%r" function=one},lift-apply{step="map_of_used_parts at %%r" function=two}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_used_parts at %%r" function=all}' 2>&1 | filecheck %s --check-prefix=ALL
// RUN: not lift-opt %s -p 'lift-apply{step="map_of_used_parts at %%r" function=whole}' 2>&1 | filecheck %s --check-prefix=WHOLE

// CHECK-LABEL: lift.def @one
// CHECK-NEXT: %r = lift.map (%row)[k] in %x : !lift.array<N, i32> {
// CHECK-NEXT: %n = lift.length %row
// CHECK-NEXT: lift.yield %n
lift.def @one<N>(%x: !lift.array<i : N, !lift.array<i + 1, f32>>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = lift.zip %x, %y
  %r = lift.map (%p)[k] in %z {
    %row = lift.get %p[0]
    %n = lift.length %row
    lift.yield %n
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @two
// CHECK-NEXT: [[ZIP:%[a-z_]+]] = lift.zip %y, %x
// CHECK-NEXT: %r = lift.map ([[P:%[a-z0-9_.]+]]) in [[ZIP]] : !lift.array<N, i32> {
// CHECK-NEXT: lift.get [[P]][1]
// CHECK-NEXT: lift.get [[P]][0]
lift.def @two<N>(%x: !lift.array<N, i32>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = lift.zip %x, %y, %x
  %r = lift.map (%p) in %z {
    %c = lift.get %p[2]
    %b = lift.get %p[1]
    %s = arith.subi %c, %b : i32
    lift.yield %s
  }
  lift.return %r
}

// ALL: error[LIFT0366]: `map_of_used_parts at %r` does not hold: `%r = lift.map` is no instance of the left side
lift.def @all<N>(%x: !lift.array<N, i32>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = lift.zip %x, %y
  %r = lift.map (%p) in %z {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %s = arith.subi %a, %b : i32
    lift.yield %s
  }
  lift.return %r
}

// WHOLE: error[LIFT0366]: `map_of_used_parts at %r` does not hold: `%r = lift.map` is no instance of the left side
lift.def @whole<N>(%x: !lift.array<N, i32>, %y: !lift.array<N, i32>) -> !lift.array<N, tuple<i32, i32>> {
  %z = lift.zip %x, %y
  %r = lift.map (%p) in %z {
    lift.yield %p
  }
  lift.return %r
}
