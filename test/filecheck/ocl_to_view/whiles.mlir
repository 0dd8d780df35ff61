// RUN: lift-opt %s --profile pocl -p 'lift-to-opencl{strategy=plain}' -t opencl | filecheck %s
// RUN: lift-opt %s --profile pocl -p 'lift-to-opencl{strategy=plain}' | filecheck %s --check-prefix=HOST
// RUN: lift-opt %s --profile pocl -p 'lift-to-opencl{strategy=plain}' -t host-py | filecheck %s --check-prefix=PY

// For each element it is a loop over variables, and what it reads is read before.
// CHECK-LABEL: kernel void roots_1
// CHECK: float x = xs[g];
// CHECK-NEXT: float s = x;
// CHECK-NEXT: for (int i = 0; i < M && s * s > x + x; i++) {
// CHECK-NEXT: s = 0.5f * s;
// CHECK-NEXT: }
// CHECK-NEXT: result[g] = s;
lift.def @roots<N, M>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %half = arith.constant 0.5 : f32
  %r = lift.map (%x) in %xs {
    %y = lift.iterate upto M (%s) in %x while {
      %ss = arith.mulf %s, %s : f32
      %xx = arith.addf %x, %x : f32
      %more = arith.cmpf ogt, %ss, %xx : f32
      lift.yield %more
    } do {
      %t = arith.mulf %half, %s : f32
      lift.yield %t
    }
    lift.yield %y
  }
  lift.return %r
}

// At the top level it is a loop of the host. What is launched after the end does nothing, and the number of iterations says
// where the last state is.
// CHECK-LABEL: kernel void halved_begin
// CHECK: progress[0] = 0;
// CHECK-NEXT: progress[1] = 0;
// CHECK-LABEL: kernel void halved_while
// CHECK: if (progress[1] == 0) {
// CHECK-NEXT: if (r[N * ((iteration + 1) % 2)] > 1) {
// CHECK-NEXT: progress[0] = iteration;
// CHECK-NEXT: } else {
// CHECK-NEXT: progress[1] = 1;
// CHECK-LABEL: kernel void halved_2
// CHECK: if (progress[1] == 0) {
// CHECK: >> 1;
// CHECK-LABEL: kernel void halved_3
// CHECK: int done = progress[0];
// CHECK: int offset = N * (done % 2);
// HOST-LABEL: host.program @halved
// HOST: %progress = host.alloc i32[2]
// HOST-NEXT: host.launch @halved_begin(%progress) local = [1] groups = [1]
// HOST-NEXT: host.for [iteration : M] until %progress {
// HOST-NEXT: host.launch @halved_while(%progress, %r) local = [1] groups = [1]
// HOST-NEXT: host.launch @halved_2(%progress, %r)
// HOST-NEXT: }
// PY-LABEL: def halved(
// PY: for iteration in range(1, M + 1):
// PY: if has_ended(queue, progress, iteration):
// PY-NEXT: break
// PY-LABEL: def has_ended(
lift.def @halved<N, M>(%xs: !lift.array<N, i32>) -> !lift.array<N, i32> {
  %one = arith.constant 1 : i32
  %r = lift.iterate upto M (%s) in %xs while {
    %x = lift.at %s[0]
    %more = arith.cmpi sgt, %x, %one : i32
    lift.yield %more
  } do {
    %next = lift.map (%x) in %s {
      %y = arith.shrsi %x, %one : i32
      lift.yield %y
    }
    lift.yield %next
  }
  lift.return %r
}

// The hidden length of a part of the state decides, and only it is opened for that.
// CHECK-LABEL: kernel void shorter_while
// CHECK: int X = last0[(iteration + 1) % 2]
// CHECK-NEXT: if (X > 1) {
// CHECK-LABEL: kernel void shorter_
// CHECK: int Y = last0[(iteration + 1) % 2]
// CHECK-NOT: int X =
// CHECK-LABEL: kernel void shorter_
lift.def @shorter<N, M>(%xs: !lift.array<N, i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %all = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, i32>>
  %init = lift.tuple %all, %zero
  %last = lift.iterate upto M (%s) in %init while {
    %rest = lift.get %s[0]
    %n = lift.length %rest
    %more = arith.cmpi sgt, %n, %one : i32
    lift.yield %more
  } do {
    %rest = lift.get %s[0]
    %least = lift.get %s[1]
    %kept = lift.filter (%x) in %rest {
      %k = arith.cmpi sgt, %x, %least : i32
      lift.yield %k
    }
    %more = arith.addi %least, %one : i32
    %t = lift.tuple %kept, %more
    lift.yield %t
  }
  %r = lift.get %last[1]
  lift.return %r
}
