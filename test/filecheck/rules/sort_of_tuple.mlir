// RUN: lift-opt %s -p 'lift-apply{step="sort_of_tuple at %%r" function=pairs}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="sort_of_tuple at %%r" function=itself}' | filecheck %s --check-prefix=ITSELF
// RUN: not lift-opt %s -p 'lift-apply{step="sort_of_tuple at %%r" function=number}' 2>&1 | filecheck %s --check-prefix=NUMBER

// The last part first, since a sort keeps the order of what is equal.
// CHECK-LABEL: lift.def @pairs
// CHECK-NEXT: [[LAST:%[a-z0-9_]+]] = lift.sort descending (%x) in %xs
// CHECK-NEXT:   %a = lift.get %x[1]
// CHECK:        %b = math.absf
// CHECK-NEXT:   lift.yield %a : i32
// CHECK:      %r = lift.sort descending (%{{x.*}}) in [[LAST]]
// CHECK:        lift.yield %b{{.*}} : f32
// CHECK:      lift.return %r
lift.def @pairs<N>(%xs: !lift.array<N, tuple<f32, i32>>) -> !lift.array<N, tuple<f32, i32>> {
  %r = lift.sort descending (%x) in %xs {
    %a = lift.get %x[1]
    %c = lift.get %x[0]
    %b = math.absf %c : f32
    %k = lift.tuple %b, %a
    lift.yield %k
  }
  lift.return %r
}

// ITSELF-LABEL: lift.def @itself
// ITSELF: lift.get {{.*}}[2]
// ITSELF: lift.get {{.*}}[1]
// ITSELF: %r = lift.sort
// ITSELF-NEXT: lift.get {{.*}}[0]
lift.def @itself<N>(%xs: !lift.array<N, tuple<f32, i32, i8>>) -> !lift.array<N, tuple<f32, i32, i8>> {
  %r = lift.sort %xs
  lift.return %r
}

// NUMBER: error[LIFT0366]: `sort_of_tuple at %r` does not hold: `%r = lift.sort` is no instance of the left side
lift.def @number<N>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %r = lift.sort %xs
  lift.return %r
}
