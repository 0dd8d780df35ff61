// RUN: not lift-opt %s -p 'lift-derive{script=other}' 2>&1 | filecheck %s --check-prefix=SCRIPT
// RUN: not lift-opt %s -p lift-derive 2>&1 | filecheck %s --check-prefix=SEVERAL
// RUN: not lift-opt %s -p 'lift-derive{script=rows knobs="n=5"}' 2>&1 | filecheck %s --check-prefix=KNOB
// RUN: not lift-opt %s -p 'lift-derive{script=rows knobs="m=4"}' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not lift-opt %s -p 'lift-derive{script=rows knobs="n"}' 2>&1 | filecheck %s --check-prefix=FORM
// RUN: not lift-opt %s -p 'lift-derive{script=rows}' 2>&1 | filecheck %s --check-prefix=STEP
// RUN: not lift-opt %s -p 'lift-derive{script=nowhere}' 2>&1 | filecheck %s --check-prefix=FUNCTION

// SCRIPT: error[LIFT0368]: there is no such script
// SCRIPT-NEXT: expected: script=rows, script=nowhere
// SEVERAL: error[LIFT0368]: there are several scripts
// KNOB: error[LIFT0369]: 'n' cannot be 5
// KNOB: expected: 2, 3
// NAME: error[LIFT0369]: @rows has no knob 'm'
// FORM: error[LIFT0369]: each knob is given once, by its name and a number
// FUNCTION: error[LIFT0365]: there is no such function
lift.def @f<N>(%xs: !lift.array<2 * N, f32>) -> !lift.array<2 * N, f32> {
  %ys = lift.map (%x) in %xs {
    %y = arith.negf %x : f32
    lift.yield %y : f32
  }
  lift.return %ys
}
// The step that does not hold is shown in the program.
// STEP: error[LIFT0366]: `split_join n=3 at %ys` does not hold: `2 * N mod 3 eq 0` is not proved
rewrite.script @rows of @f {
  %n = rewrite.knob "n" of [2, 3] = 3
  rewrite.apply split_join at "%ys" (n = %n)
}
rewrite.script @nowhere of @g {
  rewrite.apply tidy
}
