// RUN: lift-opt %s -p canonicalize | filecheck %s

// CHECK-LABEL: lift.def @map_of_identity
// CHECK-NEXT: lift.return %xs
lift.def @map_of_identity<N>(%xs: !lift.array<i : N, !lift.array<i, f32>>) -> !lift.array<i : N, !lift.array<i, f32>> {
  %r = lift.map (%x)[k] in %xs {
    lift.yield %x
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @map_of_get_over_zip
// CHECK-NEXT: lift.return %y
lift.def @map_of_get_over_zip<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %z = lift.zip %x, %y
  %r = lift.map (%p) in %z {
    %e = lift.get %p[1]
    lift.yield %e
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @generate_of_at
// CHECK-NEXT: lift.gather %xs by (i) -> (N - i - 1)
lift.def @generate_of_at<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.generate [i : N] {
    %e = lift.at %xs[N - 1 - i]
    lift.yield %e
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @reduce_of_nothing
// CHECK-NEXT: lift.return %a
lift.def @reduce_of_nothing(%xs: !lift.array<0, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @reduce_of_one
// CHECK-NEXT: [[E:%.*]] = lift.at %xs[0] : f32
// CHECK-NEXT: [[S:%.*]] = arith.addf %a, [[E]] : f32
// CHECK-NEXT: lift.return [[S]]
lift.def @reduce_of_one(%xs: !lift.array<1, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s : f32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @reduce_of_accumulator
// CHECK-NEXT: lift.return %a
lift.def @reduce_of_accumulator<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    lift.yield %acc : f32
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @iterate_zero_times
// CHECK-NEXT: lift.return %xs
lift.def @iterate_zero_times<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 0 (%t)[n] in %xs {
    %p = lift.pad clamp 1, 0 %t
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @iterate_once
// CHECK-NEXT: lift.gather %xs by (i) -> (N - i - 1)
// CHECK-NEXT: lift.return
lift.def @iterate_once<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 1 (%t)[n] in %xs {
    %p = lift.gather %t by (i) -> (n - 1 - i)
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @iterate_of_identity
// CHECK-NEXT: lift.return %xs
lift.def @iterate_of_identity<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.iterate 5 (%t)[n] in %xs {
    lift.yield %t
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @filter_of_true
// CHECK-NEXT: lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>
lift.def @filter_of_true<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %true = arith.constant true
    lift.yield %true : i1
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @filter_of_false
// CHECK-NEXT: [[NONE:%.*]] = lift.slice %xs from 0 size 0
// CHECK-NEXT: lift.pack [[NONE]] as !lift.exists<X upto N, !lift.array<X, f32>>
lift.def @filter_of_false<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.filter (%x) in %xs {
    %false = arith.constant false
    lift.yield %false : i1
  }
  lift.return %r
}

lift.def @second<N>(%x: !lift.array<N, f32>, %y: !lift.array<N, i32>) -> !lift.array<N, i32> {
  lift.return %y
}

// CHECK-LABEL: lift.def @call_of_projection
// CHECK-NEXT: lift.return %b
lift.def @call_of_projection<N>(%a: !lift.array<2 * N, f32>, %b: !lift.array<2 * N, i32>) -> !lift.array<2 * N, i32> {
  %r = lift.call @second(%a, %b)
  lift.return %r
}

// CHECK-LABEL: lift.def @unpack_of_pack
// CHECK-NEXT: [[R:%.*]] = lift.gather %xs by (i) -> (N - i - 1)
// CHECK-NEXT: lift.at [[R]]
// CHECK-NOT: lift.unpack
lift.def @unpack_of_pack<N>(%xs: !lift.array<N, f32>, %i: i32, %d: f32) -> f32 {
  %e = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>
  %r = lift.unpack (%ys)[X] in %e {
    %g = lift.gather %ys by (i) -> (X - 1 - i)
    %v = lift.at %g[%i] else %d
    lift.yield %v
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @pack_of_unpacked
// CHECK-NEXT: lift.return %e
lift.def @pack_of_unpacked<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.unpack (%ys)[X] in %e {
    %p = lift.pack %ys as !lift.exists<Y upto N, !lift.array<Y, f32>>
    lift.yield %p
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @unpack_of_unused
// CHECK-NEXT: arith.addf %a, %a : f32
// CHECK-NEXT: lift.return
lift.def @unpack_of_unused<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>, %a: f32) -> f32 {
  %r = lift.unpack (%ys)[X] in %e {
    %v = arith.addf %a, %a : f32
    lift.yield %v
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @length_is_a_nat
// CHECK-NEXT: lift.nat N + 2 : i32
lift.def @length_is_a_nat<N>(%xs: !lift.array<N, f32>) -> i32 {
  %p = lift.pad clamp 1, 1 %xs
  %r = lift.length %p : i32
  lift.return %r
}

// CHECK-LABEL: lift.def @length_of_root
// CHECK-NEXT: lift.length %e : i64
lift.def @length_of_root<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> i64 {
  %m = lift.map (%x) in %e {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }
  %r = lift.length %m : i64
  lift.return %r
}

// CHECK-LABEL: lift.def @nat_is_a_constant
// CHECK-NEXT: arith.constant 12 : i32
lift.def @nat_is_a_constant<N>(%xs: !lift.array<12, f32>) -> i32 {
  %r = lift.length %xs : i32
  lift.return %r
}

// CHECK-LABEL: lift.def @nat_too_large
// CHECK-NEXT: lift.nat 200 : i8
lift.def @nat_too_large() -> i8 {
  %r = lift.nat 200 : i8
  lift.return %r
}
