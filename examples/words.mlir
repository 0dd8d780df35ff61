// The words of a text, one number a character: where each begins, and how long it is. What is below 33 stands between words.
//
//   lift-run examples/words.mlir --in "[72, 105, 32, 32, 121, 111, 117]"

lift.def @words<N>(%text: !lift.array<N, i32>) -> !lift.exists<X upto N, !lift.array<X, tuple<i32, i32>>> {
  %zero = arith.constant 0 : i32
  %blank = arith.constant 32 : i32
  %none = lift.tuple %blank, %zero
  %places = lift.generate [i : N] {
    %i = lift.nat i
    lift.yield %i
  }
  %placed = lift.zip %text, %places
  %parts = lift.group (%a, %b) in %placed {
    %one = lift.get %a[0]
    %two = lift.get %b[0]
    %inside = arith.cmpi sgt, %one, %blank : i32
    %goes_on = arith.cmpi sgt, %two, %blank : i32
    %same = arith.cmpi eq, %inside, %goes_on : i1
    lift.yield %same
  }
  %found = lift.map (%part) in %parts {
    %first = lift.at %part[%zero] else %none
    %n = lift.length %part
    %both = lift.tuple %first, %n
    lift.yield %both
  }
  %r = lift.filter (%part) in %found {
    %first = lift.get %part[0]
    %n = lift.get %part[1]
    %letter = lift.get %first[0]
    %begin = lift.get %first[1]
    %word = arith.cmpi sgt, %letter, %blank : i32
    %pair = lift.tuple %begin, %n
    %both = lift.tuple %word, %pair
    lift.yield %both
  }
  lift.return %r
}
