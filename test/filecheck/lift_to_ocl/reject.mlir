// RUN: not lift-opt %s -p "lift-to-ocl{strategy=abacus}" 2>&1 | filecheck %s
// RUN: not lift-opt %s -p "lift-to-ocl{chunk=0}" 2>&1 | filecheck %s --check-prefix=CHUNK
// RUN: not lift-opt %s -p "lift-to-ocl{chunk=99999999999999999999}" 2>&1 | filecheck %s --check-prefix=LARGE

// CHECK: error[LIFT0354]: there is no strategy 'abacus'
// CHECK-NEXT: expected: cpu, gpu

// CHUNK: error[LIFT0354]: a chunk has at least one element
// CHUNK: found: {{ *}}chunk=0

// LARGE: error[LIFT0354]: a chunk has too many elements
// LARGE: expected: a number from 1 to 2147483647
lift.def @f<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %xs
}
