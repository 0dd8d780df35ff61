// RUN: lift-opt %s -p 'lift-to-opencl{strategy=plain}' -t opencl | filecheck %s

// A table of sums is no longer than the table that its body looks up first, whatever is known of the rows that are used.
// CHECK: // offsets[N + 1] are the running sums of inner[outer[i]] over i
lift.def @last<N, M, outer[N], inner[M]>(%x: !lift.array<i : N, !lift.array<inner[outer[i]], i32>>) -> !lift.array<N mod 8, i32>
    where [outer[_] lt M] {
  %zero = arith.constant 0 : i32
  %t = lift.slice %x from 8 * (N floordiv 8) size N mod 8
  %r = lift.map (%row) in %t {
    %s = lift.reduce (%acc, %e) in %row from %zero {
      %y = arith.addi %acc, %e : i32
      lift.yield %y
    }
    lift.yield %s
  }
  lift.return %r
}
