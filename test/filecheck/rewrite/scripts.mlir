// RUN: LIFT_ROUNDTRIP

// CHECK-LABEL: rewrite.script @blocked of @f {
// CHECK-NEXT: %mr = rewrite.knob "mr" of [2, 4, 8] = 4
// CHECK-NEXT: rewrite.assume [N mod 32 eq 0, M ge 2]
// CHECK-NEXT: rewrite.apply tidy
// CHECK-NEXT: rewrite.apply split_join at "%c.2" (n = %mr)
// CHECK-NEXT: rewrite.apply filter_in_chunks at "%r" (n = 16, over = groups, rows = %mr)
// CHECK-NEXT: }
rewrite.script @blocked of @f {
  %mr = rewrite.knob "mr" of [2, 4, 8] = 4
  rewrite.assume [N mod 32 eq 0, M ge 2]
  rewrite.apply tidy
  rewrite.apply split_join at "%c.2" (n = %mr)
  rewrite.apply filter_in_chunks at "%r" (n = 16, over = groups, rows = %mr)
}

// One without steps does nothing.
// CHECK-LABEL: rewrite.script @nothing of @f {
// CHECK-NEXT: }
rewrite.script @nothing of @f {
}
