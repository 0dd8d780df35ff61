// RUN: %python %S/Inputs/with_faulty_passes.py %s -p break --disable-verify --print-op-generic | filecheck %s
// RUN: not %python %S/Inputs/with_faulty_passes.py %s -p break,refuse --no-verify-each 2>&1 | filecheck %s --check-prefix=LATER

// CHECK: "lift.def"()
// LATER: the pass 'refuse' failed
lift.def @f(%x: i32) -> i32 {
  lift.return %x
}
