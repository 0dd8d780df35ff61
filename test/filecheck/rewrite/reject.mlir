// RUN: lift-opt %s --split-input-file --verify-diagnostics

rewrite.script @f of @g {
  // expected-error@below {{LIFT0340}}
  %n = rewrite.knob "n" of [2, 4] = 8
}

// -----

// expected-error@below {{two knobs of @f have the same name}}
rewrite.script @f of @g {
  %n = rewrite.knob "n" of [2, 4] = 4
  %m = rewrite.knob "n" of [2, 4] = 4
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{a place is the name of a value}}
  rewrite.apply split_join at "c" (n = 4)
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{each parameter of a step is given once}}
  rewrite.apply split_join at "%c" (n = 4, n = 8)
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{a script has steps only}}
  %x = arith.constant 1 : i32
}

// -----

// expected-error@below {{'rewrite.apply' stands outside of a script}}
rewrite.apply tidy

// -----

rewrite.script @f of @g {
  // expected-error@below {{b' cannot be the name of a rule}}
  "rewrite.apply"() <{rule = "a\nb", parameters = [], arguments = []}> : () -> ()
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{'$b' cannot be the name of a rule, or what a step is given}}
  "rewrite.apply"() <{rule = "a", parameters = ["space"], arguments = ["$b"]}> : () -> ()
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{a step has no negative numbers}}
  rewrite.apply split_join at "%c" (n = -1)
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{a step has no negative numbers}}
  "rewrite.apply"() <{rule = "split_join", place = "%c", parameters = ["n"], arguments = [-1]}> : () -> ()
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{a step has no negative numbers}}
  %n = rewrite.knob "n" of [2, -4] = 2
}

// -----

rewrite.script @f of @g {
  // expected-error@below {{a step is given knobs of its script}}
  "rewrite.apply"(%x) <{rule = "a", parameters = ["n"], arguments = [unit]}> : (index) -> ()
  %x = rewrite.knob "n" of [2, 4] = 4
}
