// RUN: lift-opt %s -p 'lift-matches{family=tiling}' 2>&1 | filecheck %s
// RUN: lift-opt %s -p 'lift-matches{rule=split_join why=true}' 2>&1 | filecheck %s --check-prefix=WHY
// RUN: lift-opt %s -p lift-matches 2>&1 | filecheck %s --check-prefix=ALL

// CHECK:      matches.mlir:[[#]]:9: remark: split_join n=8 at %ys
// CHECK-NOT:  remark: split_join n=8 at %zs
// CHECK:      remark: reduce_split n=8 at %s
// WHY:        remark: split_join n=8 at %ys
// WHY-NEXT:   remark: split_join n=8 at %zs does not hold: `M mod 8 eq 0` is not proved; what is known: N ge 1, M ge 1
// ALL:        remark: map_to_glb d=0 at %ys
// ALL:        remark: reduce_in_chunks n=4096 at %s
// The program is as it was.
// ALL:        lift.def @f<N, M>
lift.def @f<N, M>(%xs: !lift.array<8 * N, f32>, %m: !lift.array<M, f32>, %zero: f32) -> tuple<f32, !lift.array<M, f32>> {
  %ys = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  %zs = lift.map (%x) in %m {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  %s = lift.reduce (%acc, %x) in %ys from %zero {
    %t = arith.addf %acc, %x : f32
    lift.yield %t : f32
  }
  %r = lift.tuple %s, %zs
  lift.return %r
}
