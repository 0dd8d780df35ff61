// RUN: not lift-opt %s -p 'lift-apply{step="splitjoin n=4 at %%ys"}' 2>&1 | filecheck %s --check-prefix=RULE
// RUN: not lift-opt %s -p 'lift-apply{step="split_join n=4 at %%yz"}' 2>&1 | filecheck %s --check-prefix=PLACE
// RUN: not lift-opt %s -p 'lift-apply{step="split_join n=4 at %%xs"}' 2>&1 | filecheck %s --check-prefix=PARAMETER
// RUN: not lift-opt %s -p 'lift-apply{step="split_join n=3 at %%ys"}' 2>&1 | filecheck %s --check-prefix=HOLDS
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_split n=4 at %%ys"}' 2>&1 | filecheck %s --check-prefix=KIND
// RUN: not lift-opt %s -p 'lift-apply{step="map_to_lcl d=0 at %%ys"}' 2>&1 | filecheck %s --check-prefix=VERIFIER
// RUN: not lift-opt %s -p 'lift-apply{step="split_join at %%ys"}' 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not lift-opt %s -p 'lift-apply{step="split_join n=0 at %%ys"}' 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: not lift-opt %s -p 'lift-apply{step="split_join m=4 n=4 at %%ys"}' 2>&1 | filecheck %s --check-prefix=OTHER
// RUN: not lift-opt %s -p 'lift-apply{step="split_join n=4"}' 2>&1 | filecheck %s --check-prefix=WHERE
// RUN: not lift-opt %s -p 'lift-apply{step="tidy at %%ys"}' 2>&1 | filecheck %s --check-prefix=WHOLE
// RUN: not lift-opt %s -p 'lift-apply{step="split_join at"}' 2>&1 | filecheck %s --check-prefix=STEP
// RUN: not lift-opt %s -p 'lift-apply{step="tidy" function=g}' 2>&1 | filecheck %s --check-prefix=FUNCTION

// RULE: error[LIFT0364]: there is no rule 'splitjoin'
// RULE-NEXT: expected: split_join
// PLACE: error[LIFT0365]: nothing is called %yz
// PLACE-NEXT: expected: %y
// PARAMETER: error[LIFT0365]: %xs is a parameter
// HOLDS: reject.mlir:{{.*}}: error[LIFT0366]: `split_join n=3 at %ys` does not hold: `8 * N mod 3 eq 0` is not proved; what is known: N ge 1
// HOLDS-NEXT: %ys = lift.map (%x) in %xs
// KIND: error[LIFT0366]: `reduce_split n=4 at %ys` does not hold: `%ys = lift.map` is not a `lift.reduce`
// VERIFIER: error[LIFT0366]: `map_to_lcl d=0 at %ys` does not hold: 'ocl.map_lcl' stands outside
// VERIFIER: expected: ocl.map_wrg around it
// MISSING: error[LIFT0363]: 'split_join' needs 'n': elements of a row
// MISSING-NEXT: expected: n=8
// NUMBER: error[LIFT0363]: 'n' of 'split_join' cannot be that: elements of a row
// NUMBER-NEXT: expected: at least 1
// OTHER: error[LIFT0363]: 'split_join' has no 'm'
// WHERE: error[LIFT0367]: 'split_join' is applied at a place
// WHOLE: error[LIFT0367]: 'tidy' is not used like that
// WHOLE-NEXT: expected: tidy
// STEP: error[LIFT0367]: this is not a step
// FUNCTION: error[LIFT0365]: there is no such function
lift.def @f<N>(%xs: !lift.array<8 * N, f32>) -> !lift.array<8 * N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  lift.return %ys
}
