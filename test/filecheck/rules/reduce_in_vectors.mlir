// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_vectors w=4 at %%sum" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_vectors w=8 at %%sum" function=one_vector}' | filecheck %s --check-prefix=ONE
// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_vectors w=4 at %%sum" function=in_order}' | filecheck %s --check-prefix=IN-ORDER
// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_vectors w=4 at %%sum" function=only_associative}' | filecheck %s --check-prefix=ASSOCIATIVE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_vectors w=4 at %%sum" function=not_divided}' 2>&1 | filecheck %s --check-prefix=DIVIDED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_vectors w=4 at %%sum" function=looked_up}' 2>&1 | filecheck %s --check-prefix=LOOKED-UP

// CHECK-LABEL: lift.def @holds
// CHECK:      %as_vector = ocl.as_vector 4 %xs
// CHECK-NEXT: %sum_n = lift.reduce (%acc_n, %x_n) in %as_vector from %a
// CHECK-NEXT:   %map_vec = ocl.map_vec (%x) in %x_n
// CHECK-NEXT:     arith.mulf %x, %x
// CHECK:        %sum = ocl.reduce_vec associative commutative (%acc, %part) in %map_vec from %acc_n
// CHECK-NEXT:     arith.addf %acc, %part
// CHECK:        lift.yield %sum
lift.def @holds<N>(%xs: !lift.array<4 * N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce (%acc, %x) in %xs from %a {
    %xx = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %xx : f32
    lift.yield %s
  }
  lift.return %sum
}

// The lanes of one vector are put together at the end.
// ONE-LABEL: lift.def @one_vector
// ONE:      %x_n = lift.at %vs[0]
// ONE-NEXT: %sum = ocl.reduce_vec associative commutative (%acc, %part) in %x_n from %a
// ONE-NEXT:   arith.addf %acc, %part
// ONE:      lift.return %sum
lift.def @one_vector(%ys: !lift.array<8, f32>, %a: f32) -> f32 {
  %vectors = ocl.as_vector 8 %ys
  %vs = lift.map (%v) in %vectors {
    %w = arith.addf %v, %v : vector<8xf32>
    lift.yield %w
  }
  %xs = ocl.as_scalar %vs
  %sum = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

// IN-ORDER-LABEL: lift.def @in_order
// IN-ORDER: %sum_n = lift.reduce ordered (%acc_n, %x_n) in %as_vector from %a
// IN-ORDER-NEXT: %sum = ocl.reduce_vec ordered (%acc, %x) in %x_n from %acc_n
lift.def @in_order<N>(%xs: !lift.array<4 * N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

// ASSOCIATIVE-LABEL: lift.def @only_associative
// ASSOCIATIVE: ocl.reduce_vec associative (%acc, %part) in %x_n from %acc_n
lift.def @only_associative<N>(%xs: !lift.array<4 * N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce associative (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

// DIVIDED: error[LIFT0366]: `reduce_in_vectors w=4 at %sum` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @not_divided<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %sum = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %sum
}

// LOOKED-UP: error[LIFT0366]: `reduce_in_vectors w=4 at %sum` does not hold: 'ocl.map_vec' computes with scalars, and its region has 'lift.at'
lift.def @looked_up<N, M>(%xs: !lift.array<4 * N, i32>, %table: !lift.array<M, i32>, %a: i32) -> i32 {
  %sum = lift.reduce (%acc, %x) in %xs from %a {
    %y = lift.at %table[%x] else %a
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %sum
}

// What is not known to be associative goes from lane to lane, and so does what is only said to be.
lift.def @any<N, M>(%xss: !lift.array<M, !lift.array<8 * N, i32>>, %k: i32) -> !lift.array<M, i32> {
  %rows = lift.map (%xs)[j] in %xss {
    %j = lift.nat j : i32
    %first = lift.reduce (%acc, %x) in %xs from %j {
      %y = arith.subi %x, %acc : i32
      %s = arith.muli %y, %k : i32
      lift.yield %s
    }
    %sum = lift.reduce associative commutative (%acc, %x) in %xs from %first {
      %less = arith.cmpi slt, %acc, %x : i32
      %s = arith.select %less, %x, %acc : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %rows
}
