// RUN: lift-opt %s -p lift-to-opencl -t opencl | filecheck %s

// A natural is never negative, and less than its bits allow, so a table for all of them is read without a check.
// CHECK-LABEL: kernel void through_table_1(
// CHECK: int i = (int)xs[g];
// CHECK-NEXT: result[g] = table[i];
lift.def @through_table<N>(%xs: !lift.array<N, ui8>, %table: !lift.array<256, bf16>, %none: bf16) -> !lift.array<N, bf16> {
  %r = lift.map (%x) in %xs {
    %i = lift.convert %x : ui8 to i32
    %y = lift.at %table[%i] else %none
    lift.yield %y
  }
  lift.return %r
}

// One element less, and the check is there.
// CHECK-LABEL: kernel void short_table_1(
// CHECK: result[g] = i < 255 ? table[i] : none;
lift.def @short_table<N>(%xs: !lift.array<N, ui8>, %table: !lift.array<255, bf16>, %none: bf16) -> !lift.array<N, bf16> {
  %r = lift.map (%x) in %xs {
    %i = lift.convert %x : ui8 to i32
    %y = lift.at %table[%i] else %none
    lift.yield %y
  }
  lift.return %r
}

// The bits of a natural may be those of a negative integer.
// CHECK-LABEL: kernel void signed_index_1(
// CHECK: i >= 0
lift.def @signed_index<N>(%xs: !lift.array<N, ui16>, %table: !lift.array<65536, bf16>, %none: bf16) -> !lift.array<N, bf16> {
  %r = lift.map (%x) in %xs {
    %i = lift.convert %x : ui16 to i16
    %y = lift.at %table[%i] else %none
    lift.yield %y
  }
  lift.return %r
}
