// RUN: lift-opt %s --split-input-file --verify-diagnostics

// How a signless integer is widened is for the program to say.
lift.def @widened(%x: i8) -> ui32 {
  // expected-error@below {{say how it is widened: arith.extui to i32, which reads it without a sign, or arith.extsi}}
  %r = lift.convert %x : i8 to ui32
  lift.return %r
}

// -----

lift.def @rounded(%x: f32) -> ui8 {
  // expected-error@below {{say how it is rounded: arith.fptoui to i8 first, and lift.convert that}}
  %r = lift.convert %x : f32 to ui8
  lift.return %r
}

// -----

lift.def @to_bit(%x: ui8) -> i1 {
  // expected-error@below {{lift.convert to i8 first, and compare that with 0: arith.cmpi ne}}
  %r = lift.convert %x : ui8 to i1
  lift.return %r
}

// -----

lift.def @from_bit(%x: i1) -> ui8 {
  // expected-error@below {{make 0 or 1 of it first, with arith.extui to i8}}
  %r = lift.convert %x : i1 to ui8
  lift.return %r
}

// -----

// A wider float would be rounded twice.
lift.def @from_double(%x: f64) -> bf16 {
  // expected-error@below {{make an f32 of it first, and lift.convert that}}
  %r = lift.convert %x : f64 to bf16
  lift.return %r
}

// -----

lift.def @from_bf16(%x: bf16) -> i32 {
  // expected-error@below {{lift.convert to f32 first, and go on from there}}
  %r = lift.convert %x : bf16 to i32
  lift.return %r
}

// -----

lift.def @of_arith(%x: i8) -> i32 {
  // expected-error@below {{use a conversion of arith}}
  %r = lift.convert %x : i8 to i32
  lift.return %r
}

// -----

lift.def @same(%x: ui8) -> ui8 {
  // expected-error@below {{use the value as it is}}
  %r = lift.convert %x : ui8 to ui8
  lift.return %r
}

// -----

lift.def @of_widths(%x: vector<4xui8>) -> vector<2xi32> {
  // expected-error@below {{or vectors of one width of such}}
  %r = lift.convert %x to vector<2xi32>
  lift.return %r
}

// -----

lift.def @of_array<N>(%xs: !lift.array<N, ui8>) -> !lift.array<N, i32> {
  // expected-error@below {{convert each element, in a lift.map}}
  %r = lift.convert %xs to !lift.array<N, i32>
  lift.return %r
}

// -----

lift.def @of_no_device(%x: ui7) -> i32 {
  // expected-error@below {{LIFT0033}}
  %r = lift.convert %x : ui7 to i32
  lift.return %r
}

// -----

lift.def @annotation(%x: ui8) -> i32 {
  // expected-error@below {{the type written for 'lift.convert' is not the type it has}}
  %r = lift.convert %x : i8 to i32
  lift.return %r
}

// -----

lift.def @without_type(%x: ui8) -> i32 {
  %r = lift.convert %x : ui8
  // expected-error@below {{expected 'to' and the type that 'lift.convert' gives}}
  lift.return %r
}

// -----

// Nothing else computes with what is only stored.
lift.def @added(%x: ui8, %y: ui8) -> ui8 {
  // expected-error@below {{use lift.convert %x : ui8 to i32}}
  %r = arith.addi %x, %y : ui8
  lift.return %r
}

// -----

lift.def @compared(%x: ui32, %y: ui32) -> i1 {
  // expected-error@below {{use lift.convert %x : ui32 to i64}}
  %r = arith.cmpi ult, %x, %y : ui32
  lift.return %r
}

// -----

lift.def @compared_floats(%x: bf16, %y: bf16) -> i1 {
  // expected-error@below {{use lift.convert %x : bf16 to f32}}
  %r = arith.cmpf olt, %x, %y : bf16
  lift.return %r
}

// -----

lift.def @given(%x: f32) -> bf16 {
  // expected-error@below {{'arith.truncf' gives bf16, which is only stored}}
  %r = arith.truncf %x : f32 to bf16
  lift.return %r
}

// -----

lift.def @constant() -> ui8 {
  // expected-error@below {{'arith.constant' has an unsigned integer, which is only stored}}
  %r = arith.constant 1 : ui8
  lift.return %r
}

// -----

lift.def @float_constant() -> bf16 {
  // expected-error@below {{compute f32, and use lift.convert to bf16}}
  %r = arith.constant 1.0 : bf16
  lift.return %r
}

// -----

lift.def @root<N>(%xs: !lift.array<N, vector<4xbf16>>) -> !lift.array<N, vector<4xbf16>> {
  %r = lift.map (%x) in %xs {
    // expected-error@below {{use lift.convert %x : vector<4xbf16> to vector<4xf32>}}
    %y = math.sqrt %x : vector<4xbf16>
    lift.yield %y
  }
  lift.return %r
}

// -----

lift.user_fun @meaning(a: ui8) -> ui8 = "return a + a;" {
  // expected-error@below {{LIFT0034}}
  %r = arith.addi %a, %a : ui8
  lift.return %r
}

// -----

lift.def @index<N>(%xs: !lift.array<N, f32>, %i: ui16, %zero: f32) -> f32 {
  // expected-error@below {{use lift.convert to i32}}
  %r = lift.at %xs[%i] else %zero
  lift.return %r
}

// -----

lift.def @length<N>(%xs: !lift.array<N, f32>) -> ui32 {
  // expected-error@below {{make an i64 of it, and use lift.convert to ui32}}
  %r = lift.length %xs : ui32
  lift.return %r
}
