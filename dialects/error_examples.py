"""The smallest program that shows each error, by its code; `errors.py` says what the codes mean.

They are in the index of errors, and a test sees that each is refused with its code.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final[dict[str, str]] = {
    "LIFT0001": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return
}
""",
    "LIFT0002": """
lift.def @f(%a: f32, %b: f64) -> f32 {
  %c = "arith.addf"(%a, %b) : (f32, f64) -> f32
  lift.return %c : f32
}
""",
    "LIFT0006": """
lift.def @f(%a: f32) -> f32 {
  %c = arith.constant dense<1> : vector<20000000xi32>
  lift.return %a
}
""",
    "LIFT0010": """
lift.def @f(%a: f32) -> f32 {
  lift.return %b
}
""",
    "LIFT0011": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, tuple<f32, f32>> {
  %z = lift.zip %xs, %xs : !lift.array<N, tuple<f32, f64>>
  lift.return %z
}
""",
    "LIFT0012": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<M, f32> {
  lift.return %xs
}
""",
    "LIFT0013": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x)[N] in %xs {
    lift.yield %x : f32
  }
  lift.return %r
}
""",
    "LIFT0014": """
"builtin.module"() ({
  "lift.def"() <{sym_name = "f", nats = ["min"], tables = [], where = [], arg_names = ["a"], function_type = (f32) -> f32}> ({
  ^bb0(%a: f32):
    "lift.return"(%a) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
""",
    "LIFT0015": """
lift.def @f<N>(%e: !lift.exists<X upto N, !lift.array<X, f32>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.unpack (%ys)[X] in %e {
    lift.yield %ys
  }
  lift.return %zero
}
""",
    "LIFT0020": """
lift.def @f<N>(%xs: !lift.array<N, memref<f32>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  lift.return %zero
}
""",
    "LIFT0021": """
lift.def @f(%a: f32) -> f32 {
  %r = lift.join %a
  lift.return %a
}
""",
    "LIFT0022": """
lift.def @f(%a: f32) -> f32 {
  %r = lift.get %a[0]
  lift.return %r
}
""",
    "LIFT0023": """
lift.def @f(%a: tuple<f32, f32>) -> f32 {
  %r = lift.get %a[2]
  lift.return %r
}
""",
    "LIFT0024": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 1, f32> {
  lift.return %xs
}
""",
    "LIFT0025": """
lift.def @f<N, M>(%xs: !lift.array<N, f32>, %ys: !lift.array<M, f32>) -> !lift.array<N, tuple<f32, f32>> {
  %z = lift.zip %xs, %ys
  lift.return %z
}
""",
    "LIFT0026": """
lift.def @f<N>(%a: !lift.exists<X upto N, !lift.array<X, f32>>, %b: !lift.exists<X upto N, !lift.array<X, f32>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %z = lift.zip %a, %b
  lift.return %zero
}
""",
    "LIFT0027": """
lift.def @f<N>(%m: !lift.array<i : N, !lift.array<i + 1, f32>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %m
  lift.return %zero
}
""",
    "LIFT0028": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = "lift.slice"(%xs) <{start = #lift.nat<0>, size = #lift.nat<1>}> : (!lift.array<N, f32>) -> !lift.array<N, f32>
  lift.return %r
}
""",
    "LIFT0029": """
lift.def @f<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, i32>) -> !lift.array<2 * N, f32> {
  %r = lift.concat %xs, %ys
  lift.return %r
}
""",
    "LIFT0030": """
lift.def @f<N>(%xs: !lift.array<N, f32>, %i: f32) -> f32 {
  %r = lift.at %xs[%i] else %i
  lift.return %r
}
""",
    "LIFT0031": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> f32 {
  %r = lift.unpack (%ys)[X] in %xs {
    %y = lift.at %ys[0]
    lift.yield %y
  }
  lift.return %r
}
""",
    "LIFT0032": """
lift.def @f<N>(%xs: !lift.array<N, f32>, %ys: !lift.array<N, f32>, %c: i1) -> !lift.array<N, f32> {
  %r = arith.select %c, %xs, %ys : !lift.array<N, f32>
  lift.return %r
}
""",
    "LIFT0033": """
lift.def @f(%x: i8) -> ui32 {
  %r = lift.convert %x : i8 to ui32
  lift.return %r
}
""",
    "LIFT0034": """
lift.def @f(%x: ui8, %y: ui8) -> ui8 {
  %r = arith.addi %x, %y : ui8
  lift.return %r
}
""",
    "LIFT0040": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f64> {
  %r = "lift.map"(%xs) ({
  ^bb0(%x: f64):
    lift.yield %x : f64
  }) : (!lift.array<N, f32>) -> !lift.array<N, f64>
  lift.return %r
}
""",
    "LIFT0041": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.map (%x) in %xs {
  }
  lift.return %r
}
""",
    "LIFT0042": """
lift.def @f<N>(%xs: !lift.array<N, f32>, %zero: f32) -> f32 {
  %r = lift.reduce commutative (%acc, %x) in %xs from %zero {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}
""",
    "LIFT0043": """
lift.def @f<N, M>(%xs: !lift.array<N, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.iterate M (%t)[n] in %xs {
    %u = lift.gather %t size n * n by (i) -> (i mod n)
    lift.yield %u
  }
  lift.return %zero
}
""",
    "LIFT0050": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv 4, !lift.array<4, f32>> {
  %r = lift.split 4 %xs
  lift.return %r
}
""",
    "LIFT0051": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> f32 {
  %r = lift.at %xs[1]
  lift.return %r
}
""",
    "LIFT0052": """
lift.def @f<N>(%xs: !lift.array<N - 2, f32>) -> !lift.array<N - 2, f32> {
  lift.return %xs
}
""",
    "LIFT0053": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N floordiv (N - 1), f32> {
  lift.return %xs
}
""",
    "LIFT0054": """
lift.def @f<N>(%xs: !lift.array<2 * N + 2, f32>) -> !lift.array<N, !lift.array<3, f32>> {
  %r = lift.slide 3 by 2 %xs
  lift.return %r
}
""",
    "LIFT0055": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 4, f32> {
  %r = lift.pad mirror 2, 2 %xs
  lift.return %r
}
""",
    "LIFT0056": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<i : 3, !lift.array<i, f32>> {
  %r = lift.partition %xs into 3 by (i) -> (i)
  lift.return %r
}
""",
    "LIFT0057": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.scatter %xs by (i) -> (i + N)
  lift.return %r
}
""",
    "LIFT0058": """
lift.def @f<N>(%xs: !lift.array<N + 1, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  %r = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>
  lift.return %r
}
""",
    "LIFT0059": """
lift.def @f<N>(%e: !lift.exists<X upto N, !lift.array<X, !lift.array<N - X, f32>>>) -> i32 {
  %r = lift.length %e : i32
  lift.return %r
}
""",
    "LIFT0060": """
lift.user_fun @f(a: !lift.array<4, f32>) -> f32 = "return a[0];"
""",
    "LIFT0061": """
lift.def @f(%a: f32) -> f32 launch(local = [64], groups = [1, 1]) {
  lift.return %a
}
""",
    "LIFT0062": """
lift.def @f(%a: f32) -> f32 {
  %r = lift.call @g(%a)
  lift.return %r
}
""",
    "LIFT0063": """
lift.user_fun @g(a: f32) -> f32 = "return a;"
lift.def @f(%a: f64) -> f32 {
  %r = lift.call @g(%a)
  lift.return %r
}
""",
    "LIFT0064": """
lift.def @g<N>(%a: f32) -> f32 {
  lift.return %a
}
lift.def @f(%a: f32) -> f32 {
  %r = lift.call @g(%a)
  lift.return %r
}
""",
    "LIFT0065": """
lift.def @g<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N ge 2] {
  lift.return %xs
}
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = lift.call @g(%xs)
  lift.return %r
}
""",
    "LIFT0066": """
lift.def @f(%a: f32) -> f32 {
  %r = lift.call @f(%a) : f32
  lift.return %r
}
""",
    "LIFT0067": """
lift.user_fun @f(a: f32) -> f32 = "return a;"
lift.user_fun @f(b: f32) -> f32 = "return b;"
""",
    "LIFT0080": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_lcl<0> (%x) in %xs {
    %g = ocl.to_global %x
    lift.yield %g
  }
  lift.return %r
}
""",
    "LIFT0081": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<3> (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}
""",
    "LIFT0082": """
lift.def @f<N>(%xs: !lift.array<N, !lift.array<N, f32>>, %k: i1) -> !lift.array<N, !lift.exists<X upto N, !lift.array<X, f32>>> {
  %r = ocl.map_glb<0> (%x) in %xs {
    %y = ocl.filter_glb (%e) in %x {
      lift.yield %k
    }
    lift.yield %y
  }
  lift.return %r
}
""",
    "LIFT0083": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.to_global %xs
  lift.return %r
}
""",
    "LIFT0085": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %r = ocl.map_seq unroll (%x) in %xs {
    lift.yield %x
  }
  lift.return %r
}
""",
    "LIFT0086": """
lift.def @f(%x: f32) -> f32 {
  %m = ocl.alloc global : i32
  %s = ocl.store %x into %m
  lift.return %s
}
""",
    "LIFT0084": """
lift.def @f<N>(%xs: !lift.array<N, f32>) -> f32 where [N mod 5 eq 0] {
  %zero = arith.constant 0.0 : f32
  %v = ocl.as_vector 5 %xs
  lift.return %zero
}
""",
    "LIFT0300": """
kernel.func @f(%x: !kernel.buffer<private, f32>) {
}
""",
    "LIFT0301": """
kernel.func @f(%x: !kernel.buffer<constant, f32>) {
}
""",
    "LIFT0302": """
kernel.func @f<N>() {
  %t = kernel.alloc local f32[N]
}
""",
    "LIFT0303": """
kernel.func @f(%a: f32) {
  %e = kernel.load %a[0]
}
""",
    "LIFT0304": """
kernel.func @f(%x: !kernel.buffer<global, f32>, %i: i32) {
  kernel.store %i, %x[0]
}
""",
    "LIFT0305": """
kernel.func @f(%x: !kernel.buffer<global, f32>, %a: f32) {
  %e = kernel.load %x[%a]
}
""",
    "LIFT0306": """
kernel.func @f() {
  %l = kernel.local_id 0
  kernel.if %l lt 32 {
    kernel.barrier local
  }
}
""",
    "LIFT0307": """
kernel.func @f() {
  kernel.for %i = 0 to 8 step 0 {
  }
}
""",
    "LIFT0308": """
kernel.func @f(%a: f32) {
  %r = kernel.for %i = 0 to 8 step 1 with (%acc = %a) {
  }
}
""",
    "LIFT0309": """
kernel.func @f(%v: vector<4xf32>, %a: f32) {
  %r = kernel.map_vec (%s = %v) {
    %p = arith.mulf %s, %a : f32
    kernel.yield %p
  }
}
""",
    "LIFT0310": """
kernel.func @f(%v: vector<4xf32>) {
  %r = kernel.shuffle %v[3, 4]
}
""",
    "LIFT0320": """
kernel.func @f(%x: !kernel.buffer<global, f32>) {
  %v = view.split 2 %x
}
""",
    "LIFT0321": """
kernel.func @f<N>(%x: !kernel.buffer<global, f32>) {
  %v = view.memory %x : !view.view<!lift.array<N, tuple<f32, f32>>>
}
""",
    "LIFT0322": """
kernel.func @f<N>(%x: !kernel.buffer<global, f32>) {
  %v = view.memory %x : !view.view<!lift.array<N, f32>>
  %e = view.load %v
}
""",
    "LIFT0330": """
host.program @f<N>(%x: f32) of (%x: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %y = host.alloc f32[N]
  host.return %y
}
""",
    "LIFT0331": """
host.program @f<N>(%a: f32) of (%a: f32) -> !lift.array<N, f32> {
  %y = host.alloc f32[N]
  host.free %y
  host.return %y
}
""",
    "LIFT0332": """
kernel.func @fill<N>(%a: f32, %y: !kernel.buffer<global, f32>) {
}
host.program @f<N>(%a: f32) of (%a: f32) -> !lift.array<N, f32> {
  %y = host.alloc f32[N]
  host.launch @fill(%y, %a) local = [1] groups = [N]
  host.return %y
}
""",
    "LIFT0340": """
rewrite.script @fast of @f {
  %n = rewrite.knob "n" of [2, 4] = 8
}
""",
}
