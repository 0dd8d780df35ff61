// The sum of the values of each key, where equal keys stand side by side.
lift.def @sum_by_key<N>(%keys: !lift.array<N, i32>, %values: !lift.array<N, f32>)
    -> !lift.exists<G upto N, !lift.array<G, tuple<i32, f32>>> {
  %zero = arith.constant 0 : i32
  %nothing = arith.constant 0.0 : f32
  %none = lift.tuple %zero, %nothing
  %pairs = lift.zip %keys, %values
  %groups = lift.group (%a, %b) in %pairs {
    %one = lift.get %a[0]
    %two = lift.get %b[0]
    %same = arith.cmpi eq, %one, %two : i32
    lift.yield %same
  }
  %r = lift.map (%group) in %groups {
    %first = lift.at %group[%zero] else %none
    %key = lift.get %first[0]
    %sum = lift.reduce (%acc, %p) in %group from %nothing {
      %v = lift.get %p[1]
      %s = arith.addf %acc, %v : f32
      lift.yield %s
    }
    %pair = lift.tuple %key, %sum
    lift.yield %pair
  }
  lift.return %r
}
