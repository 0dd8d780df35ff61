// RUN: lift-opt %s --split-input-file --verify-diagnostics

lift.def @result<N>(%xs: !lift.array<N, f32>) -> !lift.array<N + 1, f32> {
  // expected-error@+1 {{@result returns a value of the wrong type}}
  lift.return %xs
}

// -----

lift.def @not_packed<N>(%xs: !lift.array<N, f32>) -> !lift.exists<X upto N, !lift.array<X, f32>> {
  // expected-error@+1 {{hide the length with lift.pack}}
  lift.return %xs
}

// -----

// expected-error@+1 {{the C function @array cannot take or give !lift.array<4, f32>}}
lift.user_fun @array(a: !lift.array<4, f32>) -> f32 = "return a[0];"

// -----

// expected-error@+1 {{the body of the C function @accents is not ASCII}}
lift.user_fun @accents(a: f32) -> f32 = "return a; // é"

// -----

// expected-error@+1 {{the parameter 'half' of the C function @keyword has a name that OpenCL C has taken}}
lift.user_fun @keyword(half: f32) -> f32 = "return half;"

// -----

// expected-error@+1 {{the parameter 'M_PI' of the C function @macro has a name that OpenCL C has taken}}
lift.user_fun @macro(a: f32, M_PI: f32) -> f32 = "return a;"

// -----

// expected-error@+1 {{launch has one to three sizes, as many local ones as groups}}
lift.def @launch(%a: f32) -> f32 launch(local = [64], groups = [1, 1]) {
  lift.return %a
}

// -----

// expected-error@+1 {{a work group may be empty}}
lift.def @empty_group<N>(%a: f32) -> f32 launch(local = [N - 1], groups = [1]) {
  lift.return %a
}

// -----

// expected-error@+1 {{there may be no work group}}
lift.def @no_group<N>(%a: f32) -> f32 launch(local = [4], groups = [N floordiv 4]) {
  lift.return %a
}

// -----

lift.def @groups<N>(%a: f32) -> f32 where [N ge 4] launch(local = [4], groups = [N floordiv 4]) {
  lift.return %a
}

// -----

lift.def @no_callee(%a: f32) -> f32 {
  // expected-error@+1 {{there is no function @g to call}}
  %r = lift.call @g(%a)
  lift.return %r
}

// -----

lift.def @no_callee_at_all(%a: f32) -> f32 {
  // expected-error@+1 {{there is no function @g to call}}
  %r = lift.call @g(%a) : f32
  lift.return %r
}

// -----

lift.user_fun @g(a: f32) -> f32 = "return a;"
lift.def @argument(%a: f64) -> f32 {
  // expected-error@+1 {{the argument for %a of @g has the wrong type}}
  %r = lift.call @g(%a)
  lift.return %r
}

// -----

lift.user_fun @g(a: f32) -> f32 = "return a;"
lift.def @arguments(%a: f32) -> f32 {
  // expected-error@+1 {{@g is called with the wrong number of arguments}}
  %r = lift.call @g(%a, %a)
  lift.return %r
}

// -----

lift.def @g<N>(%a: f32) -> f32 {
  lift.return %a
}
lift.def @unsolved(%a: f32) -> f32 {
  // expected-error@+1 {{'N' of @g does not follow from the arguments}}
  %r = lift.call @g(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %a
  lift.return %r
}
lift.def @unsolved_result(%a: !lift.array<8, f32>) -> f32 {
  // expected-error@+1 {{'R' of @g does not follow from the arguments}}
  %r = lift.call @g(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %a
  lift.return %r
}
lift.def @unsolved_beside_one(%a: !lift.array<8, f32>) -> f32 {
  // expected-error@+1 {{@g is called with the wrong number of arguments}}
  %r = lift.call @g<R = 4>(%a, %a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %a
  lift.return %r
}
lift.def @size_unknown(%a: !lift.array<8, f32>) -> f32 {
  // expected-error@+1 {{@g has no size 'D'}}
  %r = lift.call @g<R = 4, D = 2>(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %a
  lift.return %r
}
lift.def @size_twice(%a: !lift.array<8, f32>) -> f32 {
  // expected-error@+1 {{'R' of @g is given twice}}
  %r = lift.call @g<R = 4, R = 2>(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %a
  lift.return %r
}
lift.def @size_unbound(%a: !lift.array<8, f32>) -> f32 {
  // expected-error@+1 {{'N' is not the name of a nat here}}
  %r = lift.call @g<R = N, C = 2>(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %a
  lift.return %r
}
lift.def @size_without_value<N>(%a: !lift.array<8, f32>) -> f32 {
  // expected-error@+1 {{'8 floordiv (N - 2)' may have no value}}
  %r = lift.call @g<R = 8 floordiv (N - 2), C = 2>(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<R * C, f32>) -> !lift.array<R, !lift.array<C, f32>> {
  %r = lift.split C %a
  lift.return %r
}
lift.def @size_zero(%a: !lift.array<8, f32>) -> f32 {
  // expected-error@+1 {{the argument for %a of @g has the wrong type}}
  %r = lift.call @g<R = 0, C = 2>(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<C, f32>) -> !lift.array<R, !lift.array<C, f32>> where [R le C] {
  %r = lift.generate [i : R] { lift.yield %a }
  lift.return %r
}
lift.def @size_contradicts<N>(%a: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{'C' of @g is given otherwise than the arguments say}}
  %r = lift.call @g<R = 1, C = N + 1>(%a)
  lift.return %r
}

// -----

lift.def @g<R, C>(%a: !lift.array<C, f32>) -> !lift.array<R, !lift.array<C, f32>> where [R le C] {
  %r = lift.generate [i : R] { lift.yield %a }
  lift.return %r
}
lift.def @size_breaks_a_fact<N>(%a: !lift.array<N, f32>) -> f32 {
  // expected-error@+1 {{@g needs `R le C`, which is not known at this call}}
  %r = lift.call @g<R = N + 1>(%a)
  lift.return %r
}

// -----

lift.user_fun @g(a: f32) -> f32 = "return a;"
lift.def @size_of_c(%a: f32) -> f32 {
  // expected-error@+1 {{@g has no size 'N'}}
  %r = lift.call @g<N = 4>(%a)
  lift.return %r
}

// -----

lift.def @g<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> where [N mod 2 eq 0] {
  lift.return %xs
}
lift.def @fact<M>(%xs: !lift.array<M, f32>) -> !lift.array<M, f32> {
  // expected-error@+1 {{add `where [M mod 2 eq 0]` to the lift.def}}
  %r = lift.call @g(%xs)
  lift.return %r
}

// -----

lift.def @g<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  lift.return %xs
}
lift.def @maybe_empty<M>(%xs: !lift.array<M - 1, f32>) -> !lift.array<M - 1, f32> {
  // expected-error@+1 {{@g needs `N ge 1`, which is not known at this call}}
  %r = lift.call @g(%xs)
  lift.return %r
}

// -----

lift.def @even(%a: f32) -> f32 {
  // expected-error@+1 {{@even calls itself}}
  %r = lift.call @odd(%a) : f32
  lift.return %r
}
lift.def @odd(%a: f32) -> f32 {
  %r = lift.call @even(%a)
  lift.return %r
}

// -----

lift.user_fun @f(a: f32) -> f32 = "return a;"
// expected-error@+1 {{@f is defined twice}}
lift.user_fun @f(b: f32) -> f32 = "return b;"

// -----

lift.def @outer(%a: f32) -> f32 {
  // expected-error@+1 {{'lift.user_fun' stands in a module, not in 'lift.def'}}
  lift.user_fun @inner(b: f32) -> f32 = "return b;"
  lift.return %a
}

// -----

// expected-error@+1 {{the body of the C function @leaves has a '}' that closes nothing}}
lift.user_fun @leaves(a: f32) -> f32 = "return a; } kernel void other() {"
