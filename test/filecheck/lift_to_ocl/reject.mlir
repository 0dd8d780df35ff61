// RUN: not lift-opt %s -p "lift-to-ocl{strategy=abacus}" 2>&1 | filecheck %s
// RUN: not lift-opt %s -p "lift-to-ocl{chunk=0}" 2>&1 | filecheck %s --check-prefix=CHUNK

// CHECK: error[LIFT0354]: there is no strategy 'abacus'
// CHECK-NEXT: expected: cpu, gpu

// CHUNK: error[LIFT0354]: a chunk has at least one element
// CHUNK: found: {{ *}}chunk=0
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %xs
}
