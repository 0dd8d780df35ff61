// RUN: lift-opt %s --profile pocl,compute_units=2 -p lift-to-opencl -t opencl | filecheck %s

// Folds that have no vectors of accumulators: none is meant, or it would not be faster.
// CHECK-NOT: {{(float|int)(2|4|8|16)}}

// The order is the one that is written, so one work item has it all.
// CHECK-LABEL: // launched with local = [1], groups = [1]
// CHECK-NEXT: kernel void ordered_1(
// CHECK-NEXT: float acc = a;
// CHECK-NEXT: for (int i = 0; i < N; i++) {
// CHECK-NEXT: acc = acc + xs[i];
// CHECK-NEXT: }
// CHECK-NEXT: result[0] = acc;
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// What is only said to be associative has nothing that a part could begin with.
// CHECK-LABEL: // launched with local = [1], groups = [1]
// CHECK-NEXT: kernel void said_1(
// CHECK-NEXT: int acc = a;
// CHECK-NEXT: for (int i = 0; i < N; i++) {
// CHECK-NEXT: acc = (int)((uint)(acc ^ xs[i]) - (uint)3);
lift.def @said<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %three = arith.constant 3 : i32
  %r = lift.reduce associative (%acc, %x) in %xs from %a {
    %y = arith.xori %acc, %x : i32
    %z = arith.subi %y, %three : i32
    lift.yield %z
  }
  lift.return %r
}

// Elements that do not lie side by side are folded in parts, one by one; any length of a part will do.
// CHECK-LABEL: // launched with local = [1], groups = [(N + N floordiv 32) floordiv (N floordiv 32 + 1)]
// CHECK-NEXT: kernel void strided_1(
// CHECK: float acc = -0.0f;
// CHECK-NEXT: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: acc = acc + m[3 * i + offset + 3 * i1 + 1];
lift.def @strided<N>(%m: !lift.array<N, !lift.array<3, f32>>, %a: f32) -> f32 {
  %columns = lift.transpose %m
  %column = lift.at %columns[1]
  %r = lift.reduce (%acc, %x) in %column from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: kernel void reversed_1(
// CHECK: float acc = -0.0f;
// CHECK-NEXT: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: acc = acc + xs[offset + N - i - i1 - 1];
lift.def @reversed<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %back = lift.gather %xs by (i) -> (N - 1 - i)
  %r = lift.reduce (%acc, %x) in %back from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// Of what is looked up, nobody knows where that is: several elements at a time, which do not wait for one another.
// CHECK-LABEL: kernel void looked_up_1(
// CHECK: float {{[a-z_]+}}lanes3 = -0.0f;
// CHECK-NEXT: for (int i1 = 0;
// CHECK: _lanes3 + (x3 >= 0 ? (x3 < M ? table[x3] : a) : a);
lift.def @looked_up<N, M>(%xs: !lift.array<N, i32>, %table: !lift.array<M, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = lift.at %table[%x] else %a
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// A fold of few elements in a loop is written out.
// CHECK-LABEL: kernel void short_1(
// CHECK: for (int i1 = 0; i1 < least; i1++) {
// CHECK-NEXT: float s = zero + xs[5 * i + offset + 5 * i1] + xs[5 * i + offset + 5 * i1 + 1] + xs[5 * i + offset + 5 * i1 + 2];
// CHECK-NEXT: result[i + offset1 + i1] = s + xs[5 * i + offset + 5 * i1 + 3] + xs[5 * i + offset + 5 * i1 + 4];
// CHECK-NOT: {{(float|int)(2|4|8|16)}}
lift.def @short<N>(%xs: !lift.array<N, !lift.array<5, f32>>, %zero: f32) -> !lift.array<N, f32> {
  %r = lift.map (%row) in %xs {
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addf %acc, %x : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %r
}

// So few elements are folded before a second kernel is launched.
// CHECK-LABEL: kernel void few_1(
// CHECK: for (int i = 0; i < 4096; i++) {
// CHECK: result[0] = acc;
// CHECK-NOT: kernel void few_2(
lift.def @few(%xs: !lift.array<4096, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: kernel void running_1(
// CHECK-NOT: kernel void running_2(
lift.def @running(%xs: !lift.array<100, i32>) -> !lift.array<100, i32> {
  %zero = arith.constant 0 : i32
  %r = lift.scan (%acc, %x) in %xs from %zero {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}
