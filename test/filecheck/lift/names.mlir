// RUN: LIFT_ROUNDTRIP

// Regions side by side may use one name; inside it is told apart.
// CHECK-LABEL: lift.def @siblings
lift.def @siblings<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> !lift.array<i : N, !lift.array<i + 1, f32>> {
  // CHECK-NEXT: lift.map (%r)[k] in %m
  %a = lift.map (%r)[k] in %m {
    // CHECK-NEXT: lift.slice %r from 0 size k + 1 : !lift.array<k + 1, f32>
    %s = lift.slice %r from 0 size k + 1
    lift.yield %s : !lift.array<k + 1, f32>
  }
  // CHECK: lift.map (%r_1)[k1] in %a
  %b = lift.map (%r)[k] in %a {
    // CHECK-NEXT: lift.slice %r_1 from 0 size k1 + 1 : !lift.array<k1 + 1, f32>
    %s = lift.slice %r from 0 size k + 1
    lift.yield %s : !lift.array<k + 1, f32>
  }
  lift.return %b
}

// Binders of types are names for printing only.
// CHECK-LABEL: lift.def @binders
lift.def @binders<N>(%m: !lift.array<p : N, !lift.array<p + 1, f32>>) -> !lift.array<q : N, !lift.array<q + 1, f32>> {
  // CHECK-NEXT: lift.return %m : !lift.array<p : N, !lift.array<p + 1, f32>>
  lift.return %m
}

// A binder that would capture a name is printed as another.
// CHECK-LABEL: lift.def @capture
lift.def @capture<N>(%x: !lift.array<N, !lift.array<j : N, !lift.array<j + 1, f32>>>) -> !lift.array<N, f32> {
  %r = lift.map (%rows)[i] in %x {
    // CHECK: lift.slice %rows from i size 1 : !lift.array<1, !lift.array<i + 1, f32>>
    %one = lift.slice %rows from i size 1
    // CHECK-NEXT: lift.slice %rows from i size N - i : !lift.array<j : N - i, !lift.array<i + j + 1, f32>>
    %rest = lift.slice %rows from i size N - i
    %first = lift.at %one[0]
    %e = lift.at %first[0]
    lift.yield %e
  }
  lift.return %r
}
