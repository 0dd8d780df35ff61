// RUN: lift-opt %s -p 'lift-apply{step="at_of_map at %%r" function=row},lift-apply{step="at_of_map at %%r" function=captured},lift-apply{step="at_of_map at %%e" function=used_twice},lift-apply{step="at_of_map at %%e" function=other_level}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="at_of_map at %%r" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @row
// CHECK-NEXT: %row = lift.at %m[2]
// What stands for the element has its name.
// CHECK-NEXT: %r = lift.pad clamp 2, 0 %row
// CHECK-NEXT: lift.return %r
lift.def @row<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<5, f32> where [N ge 3] {
  %t = lift.map (%row)[k] in %m {
    %p = lift.pad clamp k, 0 %row
    lift.yield %p
  }
  %r = lift.at %t[2]
  lift.return %r
}

// CHECK-LABEL: lift.def @captured
// CHECK-NEXT: %x = lift.at %xs[N - 1]
// CHECK-NEXT: %i = lift.nat N - 1
// CHECK-NEXT: %y = arith.muli %x, %c
// CHECK-NEXT: %r = lift.tuple %y, %i
// CHECK-NEXT: lift.return %r
lift.def @captured<N>(%xs: !lift.array<N, i32>, %c: i32) -> tuple<i32, i32> {
  %t = lift.map (%x)[k] in %xs {
    %i = lift.nat k
    %y = arith.muli %x, %c : i32
    %p = lift.tuple %y, %i
    lift.yield %p
  }
  %r = lift.at %t[N - 1]
  lift.return %r
}

// The map stays for its other use, and positions in the copy have names of their own.
// CHECK-LABEL: lift.def @used_twice
// CHECK-NEXT: %t = lift.map (%row)[i] in %m
// CHECK-NEXT: %y = lift.map (%x)[j] in %row
// CHECK-NEXT: %n = lift.nat i + j
// CHECK:      %row.2 = lift.at %m[1]
// CHECK-NEXT: %e = lift.map (%x.2)[j1] in %row.2
// CHECK-NEXT: %n.2 = lift.nat j1 + 1
// CHECK:      %r = lift.tuple %e, %t
lift.def @used_twice<N>(%m: !lift.array<2, !lift.array<N, i32>>) -> tuple<!lift.array<N, i32>, !lift.array<2, !lift.array<N, i32>>> {
  %t = lift.map (%row)[i] in %m {
    %y = lift.map (%x)[j] in %row {
      %n = lift.nat i + j
      %z = arith.addi %x, %n : i32
      lift.yield %z
    }
    lift.yield %y
  }
  %e = lift.at %t[1]
  %r = lift.tuple %e, %t
  lift.return %r
}

// CHECK-LABEL: lift.def @other_level
// CHECK-NEXT: %r = lift.map (%u)[k] in %xs
// CHECK-NEXT: %x = lift.at %xs[k]
// CHECK-NEXT: %e = arith.muli %x, %x
// CHECK-NEXT: lift.yield %e
lift.def @other_level<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %t = lift.map (%x) in %xs {
    %y = arith.muli %x, %x : i32
    lift.yield %y
  }
  %r = lift.map (%u)[k] in %xs {
    %e = lift.at %t[k]
    lift.yield %e
  }
  lift.return %r
}

// REFUSED: error[LIFT0366]: `at_of_map at %r` does not hold: the index is a value, and not a number of the type level
lift.def @refused<N>(%xs: !lift.array<N, f32>, %i: i32, %c: f32) -> f32 {
  %t = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %r = lift.at %t[%i] else %c
  lift.return %r
}
