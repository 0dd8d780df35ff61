// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Points are lanes, and four vectors of them go over the centres at once: a coordinate of a centre is loaded once for all.
// CHECK-LABEL: kernel void nearest_1(
// CHECK: float8 best = (float8)(3e38f);
// CHECK-NEXT: int8 best1 = (int8)(0);
// CHECK: int8 best7 = (int8)(0);
// CHECK-NEXT: for (int [[C:i[0-9]*]] = 0; [[C]] < C; [[C]]++) {
// CHECK: float8 distance_4 = (float8)(0.0f);
// CHECK-NEXT: for (int [[F:i[0-9]*]] = 0; [[F]] < F; [[F]]++) {
// CHECK-NEXT: float place_k = centres[[[C]] * F + [[F]]];
// CHECK: distance_4 = distance_4 + d3 * d3;
// CHECK-NEXT: }
// CHECK: best6 = distance_4 < best6 ? distance_4 : best6;
// CHECK-NEXT: best7 = best7_next;
// CHECK-NEXT: }
// CHECK-NEXT: *(global unaligned_int8 *)(result + {{.*}}) = best1;
// CHECK-LABEL: // launched with local = [1], groups = [N mod 32]
// CHECK-NEXT: kernel void nearest_2(
lift.def @nearest<N, C, F>(%features: !lift.array<F, !lift.array<N, f32>>, %centres: !lift.array<C, !lift.array<F, f32>>)
    -> !lift.array<N, i32> {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 3.0e38 : f32
  %first = arith.constant 0 : i32
  %start = lift.tuple %far, %first
  %points = lift.transpose %features
  %numbers = lift.generate [c : C] {
    %number = lift.nat c : i32
    lift.yield %number
  }
  %numbered = lift.zip %centres, %numbers
  %r = lift.map (%point) in %points {
    %best = lift.reduce (%least, %centre) in %numbered from %start {
      %place = lift.get %centre[0]
      %number = lift.get %centre[1]
      %both = lift.zip %point, %place
      %distance = lift.reduce (%sum, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %d = arith.subf %x, %y : f32
        %d2 = arith.mulf %d, %d : f32
        %s = arith.addf %sum, %d2 : f32
        lift.yield %s
      }
      %before = lift.get %least[0]
      %which = lift.get %least[1]
      %nearer = arith.cmpf olt, %distance, %before : f32
      %d = arith.select %nearer, %distance, %before : f32
      %w = arith.select %nearer, %number, %which : i32
      %next = lift.tuple %d, %w
      lift.yield %next
    }
    %which = lift.get %best[1]
    lift.yield %which
  }
  lift.return %r
}

// Of few coordinates, whose fold is written out, a vector goes over the centres at a time.
// CHECK-LABEL: kernel void few_1(
// CHECK: for (int [[I:i[0-9]*]] = 0; [[I]] < least; [[I]]++) {
// CHECK: float8 least0 = (float8)(3e38f);
// CHECK-NOT: best7
lift.def @few<N, C>(%features: !lift.array<2, !lift.array<N, f32>>, %centres: !lift.array<C, !lift.array<2, f32>>)
    -> !lift.array<N, i32> {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 3.0e38 : f32
  %first = arith.constant 0 : i32
  %start = lift.tuple %far, %first
  %points = lift.transpose %features
  %numbers = lift.generate [c : C] {
    %number = lift.nat c : i32
    lift.yield %number
  }
  %numbered = lift.zip %centres, %numbers
  %r = lift.map (%point) in %points {
    %best = lift.reduce (%least, %centre) in %numbered from %start {
      %place = lift.get %centre[0]
      %number = lift.get %centre[1]
      %both = lift.zip %point, %place
      %distance = lift.reduce (%sum, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %d = arith.subf %x, %y : f32
        %d2 = arith.mulf %d, %d : f32
        %s = arith.addf %sum, %d2 : f32
        lift.yield %s
      }
      %before = lift.get %least[0]
      %which = lift.get %least[1]
      %nearer = arith.cmpf olt, %distance, %before : f32
      %d = arith.select %nearer, %distance, %before : f32
      %w = arith.select %nearer, %number, %which : i32
      %next = lift.tuple %d, %w
      lift.yield %next
    }
    %which = lift.get %best[1]
    lift.yield %which
  }
  lift.return %r
}
