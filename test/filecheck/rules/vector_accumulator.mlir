// RUN: lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=given}' | filecheck %s --check-prefix=GIVEN
// RUN: lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=tuple_of_arrays}' | filecheck %s --check-prefix=ARRAYS
// RUN: lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=array_of_tuples}' | filecheck %s --check-prefix=TUPLES
// RUN: lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%least" function=several},lift-apply{step="vectorise_map w=4 at %%least" function=several},lift-apply{step="vector_accumulator at %%least_lanes" function=several}' | filecheck %s --check-prefix=SEVERAL
// RUN: not lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=one_part}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=widths}' 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not lift-opt %s -p 'lift-apply{step="vector_accumulator at %%sum" function=refused}' 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK-LABEL: lift.def @holds
// CHECK:      %lanes = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %init = lift.generate [i{{.*}} : M]
// CHECK-NEXT:   lift.yield %lanes
// CHECK:      %sum = lift.reduce (%acc, %xs) in %xss from %init
// CHECK-NEXT:   ocl.as_vector 4 %xs
// CHECK-NEXT:   lift.zip %acc,
// CHECK:      %as_scalar = ocl.as_scalar %sum
// CHECK-NEXT: lift.return %as_scalar
lift.def @holds<N, M>(%xss: !lift.array<N, !lift.array<4 * M, f32>>) -> !lift.array<4 * M, f32> {
  %zero = arith.constant 0.0 : f32
  %begin = lift.generate [i : 4 * M] {
    lift.yield %zero
  }
  %sum = lift.reduce (%acc, %xs) in %xss from %begin {
    %vs = ocl.as_vector 4 %acc
    %ws = ocl.as_vector 4 %xs
    %both = lift.zip %vs, %ws
    %next = lift.map (%p) in %both {
      %v = lift.get %p[0]
      %w = lift.get %p[1]
      %s = arith.addf %v, %w : vector<4xf32>
      lift.yield %s
    }
    %scalars = ocl.as_scalar %next
    lift.yield %scalars
  }
  lift.return %sum
}

// GIVEN-LABEL: lift.def @given
// GIVEN:      %init = ocl.as_vector 2 %begin
// GIVEN-NEXT: %sum = lift.reduce (%acc, %x)[k] in %xs from %init
lift.def @given<N, M>(%xs: !lift.array<N, i32>, %begin: !lift.array<2 * M, i32>) -> !lift.array<2 * M, i32> {
  %sum = lift.reduce (%acc, %x)[k] in %xs from %begin {
    %vs = ocl.as_vector 2 %acc
    %next = lift.map (%v) in %vs {
      %s = ocl.map_vec (%e) in %v {
        %n = lift.nat k : i32
        %nx = arith.muli %n, %x : i32
        %t = arith.subi %nx, %e : i32
        lift.yield %t
      }
      lift.yield %s
    }
    %scalars = ocl.as_scalar %next
    lift.yield %scalars
  }
  lift.return %sum
}

// REFUSED: error[LIFT0366]: `vector_accumulator at %sum` does not hold: the accumulator is used in other ways, too
lift.def @refused<N, M>(%xs: !lift.array<N, i32>, %begin: !lift.array<2 * M, i32>) -> !lift.array<2 * M, i32> {
  %sum = lift.reduce (%acc, %x) in %xs from %begin {
    %first = lift.at %acc[0]
    %vs = ocl.as_vector 2 %acc
    %next = lift.map (%v) in %vs {
      %s = ocl.map_vec (%e) in %v {
        %t = arith.subi %first, %e : i32
        lift.yield %t
      }
      lift.yield %s
    }
    %scalars = ocl.as_scalar %next
    lift.yield %scalars
  }
  lift.return %sum
}

// Each array of a tuple; a number beside them stays as it is.
// ARRAYS-LABEL: lift.def @tuple_of_arrays
// ARRAYS:      %lanes = arith.constant dense<0> : vector<2xi32>
// ARRAYS-NEXT: %generate = lift.generate [i{{.*}} : M]
// ARRAYS-NEXT:   lift.yield %lanes
// ARRAYS:      %as_vector = ocl.as_vector 2 %begin
// ARRAYS-NEXT: %init = lift.tuple %generate, %as_vector, %n
// ARRAYS-NEXT: %sum = lift.reduce (%acc, %x) in %xs from %init : tuple<!lift.array<M, vector<2xi32>>, !lift.array<M, vector<2xi32>>, i32>
// ARRAYS-NEXT:   %sums = lift.get %acc[0]
// ARRAYS-NEXT:   %most = lift.get %acc[1]
// ARRAYS-NOT:    ocl.as_vector
// ARRAYS-NOT:    ocl.as_scalar
// ARRAYS:        lift.yield %{{.*}} : tuple<!lift.array<M, vector<2xi32>>, !lift.array<M, vector<2xi32>>, i32>
// ARRAYS:      %as_scalar = ocl.as_scalar
// ARRAYS:      %as_scalar.2 = ocl.as_scalar
// ARRAYS-NEXT: %tuple = lift.tuple %as_scalar, %as_scalar.2, %get
// ARRAYS-NEXT: lift.return %tuple
lift.def @tuple_of_arrays<N, M>(%xs: !lift.array<N, i32>, %begin: !lift.array<2 * M, i32>, %n: i32)
    -> tuple<!lift.array<2 * M, i32>, !lift.array<2 * M, i32>, i32> {
  %zero = arith.constant 0 : i32
  %zeros = lift.generate [i : 2 * M] {
    lift.yield %zero
  }
  %start = lift.tuple %zeros, %begin, %n
  %sum = lift.reduce (%acc, %x) in %xs from %start {
    %sums = lift.get %acc[0]
    %most = lift.get %acc[1]
    %count = lift.get %acc[2]
    %vs = ocl.as_vector 2 %sums
    %ws = ocl.as_vector 2 %most
    %both = lift.zip %vs, %ws
    %next_sums = lift.map (%p) in %both {
      %v = lift.get %p[0]
      %w = lift.get %p[1]
      %s = arith.addi %v, %w : vector<2xi32>
      lift.yield %s
    }
    %next_most = lift.map (%w) in %ws {
      %s = ocl.map_vec (%e) in %w {
        %t = arith.maxsi %x, %e : i32
        lift.yield %t
      }
      lift.yield %s
    }
    %a = ocl.as_scalar %next_sums
    %b = ocl.as_scalar %next_most
    %c = arith.addi %count, %x : i32
    %next = lift.tuple %a, %b, %c
    lift.yield %next
  }
  lift.return %sum
}

// TUPLES-LABEL: lift.def @array_of_tuples
// TUPLES:      %unzip = lift.unzip %begin
// TUPLES:      %init = lift.zip %as_vector, %as_vector.2
// TUPLES-NEXT: %sum = lift.reduce (%acc, %x) in %xs from %init : !lift.array<M, tuple<vector<2xi32>, vector<2xf32>>>
// TUPLES-NEXT:   %parts = lift.unzip %acc
// TUPLES:        lift.yield %{{.*}} : !lift.array<M, tuple<vector<2xi32>, vector<2xf32>>>
// TUPLES:      %unzip.2 = lift.unzip %sum
// TUPLES:      lift.zip %as_scalar, %as_scalar.2
lift.def @array_of_tuples<N, M>(%xs: !lift.array<N, i32>, %begin: !lift.array<2 * M, tuple<i32, f32>>)
    -> !lift.array<2 * M, tuple<i32, f32>> {
  %sum = lift.reduce (%acc, %x) in %xs from %begin {
    %parts = lift.unzip %acc
    %is = lift.get %parts[0]
    %fs = lift.get %parts[1]
    %vs = ocl.as_vector 2 %is
    %ws = ocl.as_vector 2 %fs
    %next = lift.map (%v) in %vs {
      %s = ocl.map_vec (%e) in %v {
        %t = arith.subi %x, %e : i32
        lift.yield %t
      }
      lift.yield %s
    }
    %a = ocl.as_scalar %next
    %b = ocl.as_scalar %ws
    %both = lift.zip %a, %b
    lift.yield %both
  }
  lift.return %sum
}

// The least and its place, and a sum, in four lanes.
// SEVERAL-LABEL: lift.def @several
// SEVERAL:      %init = lift.generate [{{.*}} : 1]
// SEVERAL:      %least_lanes = lift.reduce (%acc_n, %x_n) in %{{.*}} from %init : !lift.array<1, tuple<vector<4xf32>, vector<4xf32>, vector<4xi32>>>
// SEVERAL-NOT:    ocl.as_scalar
// SEVERAL:        %least = lift.map
// SEVERAL:          arith.addf
// SEVERAL:      %least_total = lift.reduce
lift.def @several<N>(%xs: !lift.array<4 * N, f32>, %k: i32) -> tuple<f32, f32, i32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %none = arith.constant 0 : i32
  %start = lift.tuple %zero, %one, %none
  %least = lift.reduce (%acc, %x) in %xs from %start {
    %a = lift.get %acc[0]
    %b = lift.get %acc[1]
    %c = lift.get %acc[2]
    %sum = arith.addf %a, %x : f32
    %product = arith.minimumf %b, %x : f32
    %i = arith.fptosi %x : f32 to i32
    %count = arith.xori %c, %i : i32
    %next = lift.tuple %sum, %product, %count
    lift.yield %next
  }
  lift.return %least
}

// The least and where it is, of columns.
lift.def @columns<N, M>(%xss: !lift.array<N, !lift.array<4 * M, f32>>, %begin: !lift.array<4 * M, tuple<f32, i32>>)
    -> !lift.array<4 * M, tuple<f32, i32>> {
  %sum = lift.reduce (%acc, %xs)[i] in %xss from %begin {
    %parts = lift.unzip %acc
    %fs = lift.get %parts[0]
    %is = lift.get %parts[1]
    %vs = ocl.as_vector 4 %fs
    %ws = ocl.as_vector 4 %is
    %us = ocl.as_vector 4 %xs
    %all = lift.zip %vs, %ws, %us
    %next = lift.map (%p) in %all {
      %v = lift.get %p[0]
      %w = lift.get %p[1]
      %u = lift.get %p[2]
      %here = lift.nat i : i32
      %two = lift.tuple %v, %u
      %m = ocl.map_vec (%e) in %two {
        %a = lift.get %e[0]
        %b = lift.get %e[1]
        %less = arith.cmpf olt, %b, %a : f32
        %s = arith.select %less, %b, %a : f32
        lift.yield %s
      }
      %three = lift.tuple %v, %u, %w
      %n = ocl.map_vec (%e) in %three {
        %a = lift.get %e[0]
        %b = lift.get %e[1]
        %c = lift.get %e[2]
        %less = arith.cmpf olt, %b, %a : f32
        %s = arith.select %less, %here, %c : i32
        lift.yield %s
      }
      %r = lift.tuple %m, %n
      lift.yield %r
    }
    %apart = lift.unzip %next
    %ms = lift.get %apart[0]
    %ns = lift.get %apart[1]
    %a = ocl.as_scalar %ms
    %b = ocl.as_scalar %ns
    %both = lift.zip %a, %b
    lift.yield %both
  }
  lift.return %sum
}

lift.def @one_part<N, M>(%xs: !lift.array<N, i32>, %begin: tuple<!lift.array<2 * M, i32>, !lift.array<2 * M, i32>>)
    -> tuple<!lift.array<2 * M, i32>, !lift.array<2 * M, i32>> {
  %sum = lift.reduce (%acc, %x) in %xs from %begin {
    %first = lift.get %acc[0]
    %second = lift.get %acc[1]
    %vs = ocl.as_vector 2 %first
    %a = ocl.as_scalar %vs
    %next = lift.tuple %a, %second
    lift.yield %next
  }
  lift.return %sum
}

lift.def @widths<N, M>(%xs: !lift.array<N, i32>, %begin: tuple<!lift.array<4 * M, i32>, !lift.array<4 * M, i32>>)
    -> tuple<!lift.array<4 * M, i32>, !lift.array<4 * M, i32>> {
  %sum = lift.reduce (%acc, %x) in %xs from %begin {
    %first = lift.get %acc[0]
    %second = lift.get %acc[1]
    %vs = ocl.as_vector 2 %first
    %ws = ocl.as_vector 4 %second
    %a = ocl.as_scalar %vs
    %b = ocl.as_scalar %ws
    %next = lift.tuple %a, %b
    lift.yield %next
  }
  lift.return %sum
}
