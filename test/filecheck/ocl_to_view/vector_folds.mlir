// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// Integers are regrouped: halves are put together.
// CHECK-LABEL: kernel void integers_1(
// CHECK:      int4 [[H:v[0-9]*]] = as_int4(as_uint4({{v[0-9]*}}.s0123) + as_uint4({{v[0-9]*}}.s4567));
// CHECK-NEXT: int2 [[Q:v[0-9]*]] = as_int2(as_uint2([[H]].s01) + as_uint2([[H]].s23));
// CHECK-NEXT: result[g] = (int)((uint)c + ((uint)[[Q]].s0 + (uint)[[Q]].s1));
lift.def @integers<N>(%xs: !lift.array<8 * N, i32>, %c: i32) -> !lift.array<N, i32> {
  %vs = ocl.as_vector 8 %xs
  %r = ocl.map_glb<0> (%v) in %vs {
    %s = ocl.reduce_vec (%a, %x) in %v from %c {
      %t = arith.addi %a, %x : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// What is only associative is put together with its neighbour, so that it keeps its order.
// CHECK-LABEL: kernel void neighbours_1(
// CHECK:      .s02{{.*}}.s13
lift.def @neighbours<N>(%xs: !lift.array<4 * N, i32>, %c: i32) -> !lift.array<N, i32> {
  %vs = ocl.as_vector 4 %xs
  %r = ocl.map_glb<0> (%v) in %vs {
    %s = ocl.reduce_vec associative (%a, %x) in %v from %c {
      %p = arith.muli %a, %x : i32
      %q = arith.addi %a, %x : i32
      %t = arith.addi %p, %q : i32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// Floats are added in order, also in a scan, unless it says that it may be regrouped: then by 1, 2, 4 lanes at a time.
// CHECK-LABEL: kernel void floats_1(
// CHECK:      float [[A:[a-z]+[0-9]*]] = c + v.s0;
// CHECK-NEXT: float [[B:[a-z]+[0-9]*]] = [[A]] + v.s1;
// CHECK:      float4 neutral = (float4)(-0.0f);
// CHECK-NEXT: float4 [[V:v[0-9]*]] = (float4)(neutral.s0, v.s01, v.s2) + v;
// CHECK:      vstore4((float4)(c) + ((float4)(neutral.s01, [[V]].s01) + [[V]]), 0, result1 + 4 * g);
lift.def @floats<N>(%xs: !lift.array<4 * N, f32>, %c: f32) -> !lift.array<N, tuple<vector<4xf32>, vector<4xf32>>> {
  %vs = ocl.as_vector 4 %xs
  %r = ocl.map_glb<0> (%v) in %vs {
    %s = ocl.scan_vec (%a, %x) in %v from %c {
      %t = arith.addf %a, %x : f32
      lift.yield %t
    }
    %u = ocl.scan_vec associative (%a, %x) in %v from %c {
      %t = arith.addf %a, %x : f32
      lift.yield %t
    }
    %both = lift.tuple %s, %u
    lift.yield %both
  }
  lift.return %r
}

// Where x ⊕ x = x, lanes that stay are put together with themselves; else they are taken from before.
// CHECK-LABEL: kernel void shifted_1(
// CHECK:      v.s001 > v ? v.s001 : v;
// CHECK:      (int3)(v.s0, t.s12);
lift.def @shifted<N>(%xs: !lift.array<3 * N, i32>, %c: i32) -> !lift.array<N, tuple<vector<3xi32>, vector<3xi32>>> {
  %vs = ocl.as_vector 3 %xs
  %r = ocl.map_glb<0> (%v) in %vs {
    %s = ocl.scan_vec (%a, %x) in %v from %c {
      %t = arith.maxsi %a, %x : i32
      lift.yield %t
    }
    %u = ocl.scan_vec associative (%a, %x) in %v from %c {
      %p = arith.muli %a, %x : i32
      %q = arith.addi %a, %x : i32
      %t = arith.addi %p, %q : i32
      lift.yield %t
    }
    %both = lift.tuple %s, %u
    lift.yield %both
  }
  lift.return %r
}
