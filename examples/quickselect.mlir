// The k-th smallest of N numbers, by quickselect: of those that remain, one in the middle splits all others into smaller and
// larger ones, of which only the part that has the k-th is looked at again. Where %k is out of bounds, the first or last counts.
//
//   lift-run examples/quickselect.mlir --in "[5, 3, 9, 1, 7]" --in 1

lift.def @quickselect<N>(%xs: !lift.array<N, f32>, %k: i32) -> f32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %nothing = arith.constant 0.0 : f32
  %n = lift.nat N : i32
  %largest = arith.subi %n, %one : i32
  %below = arith.minsi %k, %largest : i32
  %rank = arith.maxsi %below, %zero : i32
  %all = lift.pack %xs as !lift.exists<X upto N, !lift.array<X, f32>>
  %first = lift.tuple %all, %rank
  %last = lift.iterate upto N (%s) in %first while {
    %rest = lift.get %s[0]
    %m = lift.length %rest
    %more = arith.cmpi sgt, %m, %one : i32
    lift.yield %more
  } do {
    %rest = lift.get %s[0]
    %r = lift.get %s[1]
    %m = lift.length %rest
    %middle = arith.divsi %m, %two : i32
    %pivot = lift.at %rest[%middle] else %nothing
    %smaller = lift.filter (%x) in %rest {
      %c = arith.cmpf olt, %x, %pivot : f32
      lift.yield %c
    }
    %larger = lift.filter (%x) in %rest {
      %c = arith.cmpf ogt, %x, %pivot : f32
      lift.yield %c
    }
    %before = lift.length %smaller
    %behind = lift.length %larger
    %up_to = arith.subi %m, %behind : i32
    %is_smaller = arith.cmpi slt, %r, %before : i32
    %is_larger = arith.cmpi sge, %r, %up_to : i32
    %after = lift.if %is_smaller {
      %t = lift.tuple %smaller, %r
      lift.yield %t
    } else {
      %further = lift.if %is_larger {
        %fewer = arith.subi %r, %up_to : i32
        %t = lift.tuple %larger, %fewer
        lift.yield %t
      } else {
        %single = lift.generate [i : 1] {
          lift.yield %pivot
        }
        %found = lift.pack %single as !lift.exists<X upto N, !lift.array<X, f32>>
        %t = lift.tuple %found, %zero
        lift.yield %t
      }
      lift.yield %further
    }
    lift.yield %after
  }
  %rest = lift.get %last[0]
  %r = lift.get %last[1]
  %found = lift.at %rest[%zero] else %nothing
  lift.return %found
}
