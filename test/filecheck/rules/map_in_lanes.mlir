// RUN: lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=all_share},lift-apply{step="map_in_lanes w=4 at %%c" function=rows},lift-apply{step="map_in_lanes w=2 at %%c" function=tuples},lift-apply{step="map_in_lanes w=4 at %%c" function=bits},lift-apply{step="map_in_lanes w=4 at %%c" function=partly},lift-apply{step="map_in_lanes w=4 at %%c" function=arrays},lift-apply{step="map_in_lanes w=4 at %%c" function=stored}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=not_divided}' 2>&1 | filecheck %s --check-prefix=DIVIDED
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=position}' 2>&1 | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=looked_up}' 2>&1 | filecheck %s --check-prefix=LOOKED-UP
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=triangle}' 2>&1 | filecheck %s --check-prefix=TRIANGLE
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=kept_bits}' 2>&1 | filecheck %s --check-prefix=KEPT-BITS
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=copies}' 2>&1 | filecheck %s --check-prefix=COPIES
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=scans}' 2>&1 | filecheck %s --check-prefix=SCANS
// RUN: not lift-opt %s -p 'lift-apply{step="map_in_lanes w=4 at %%c" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// All lanes fold the same array, whose elements stay scalars; the accumulator is a vector, as is what it begins with.
// CHECK-LABEL: lift.def @all_share
// CHECK-NEXT: %zero = arith.constant 0.000000e+00
// CHECK-NEXT: %as_vector = ocl.as_vector 4 %xs
// CHECK-NEXT: %c = lift.map (%x) in %as_vector
// CHECK-NEXT: %lanes = arith.constant dense<0.000000e+00>
// CHECK-NEXT: %sum = lift.reduce (%acc, %y) in %ys from %lanes
// CHECK-NEXT: %d = ocl.map_vec (%x.2) in %x
// CHECK-NEXT: %d.2 = arith.subf %x.2, %y
// CHECK-NEXT: lift.yield %d.2
// CHECK-NEXT: }
// CHECK-NEXT: %dd = arith.mulf %d, %d
// CHECK-NEXT: %s = arith.addf %acc, %dd
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %sum
// CHECK-NEXT: }
// CHECK-NEXT: %c.2 = ocl.as_scalar %c
// CHECK-NEXT: lift.return %c.2
lift.def @all_share<N, M>(%xs: !lift.array<4 * N, f32>, %ys: !lift.array<M, f32>) -> !lift.array<4 * N, f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%x) in %xs {
    %sum = lift.reduce (%acc, %y) in %ys from %zero {
      %d = arith.subf %x, %y : f32
      %dd = arith.mulf %d, %d : f32
      %s = arith.addf %acc, %dd : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// Of rows, neighbouring columns are vectors.
// CHECK-LABEL: lift.def @rows
// CHECK-NEXT: %zero = arith.constant 0.000000e+00
// CHECK-NEXT: %transpose = lift.transpose %m
// CHECK-NEXT: %map = lift.map (%x) in %transpose
// CHECK-NEXT: %as_vector = ocl.as_vector 4 %x
// CHECK-NEXT: lift.yield %as_vector
// CHECK-NEXT: }
// CHECK-NEXT: %transpose.2 = lift.transpose %map
// CHECK-NEXT: %c = lift.map (%row) in %transpose.2
// CHECK-NEXT: %both = lift.zip %row, %v
// CHECK-NEXT: %lanes = arith.constant dense<0.000000e+00>
// CHECK-NEXT: %sum = lift.reduce (%acc, %p) in %both from %lanes
// CHECK-NEXT: %a = lift.get %p[0]
// CHECK-NEXT: %b = lift.get %p[1]
// CHECK-NEXT: %ab = ocl.map_vec (%a.2) in %a
// CHECK-NEXT: %ab.2 = arith.mulf %a.2, %b
// CHECK-NEXT: lift.yield %ab.2
// CHECK-NEXT: }
// CHECK-NEXT: %s = arith.addf %acc, %ab
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %sum
// CHECK-NEXT: }
// CHECK-NEXT: %c.2 = ocl.as_scalar %c
// CHECK-NEXT: lift.return %c.2
lift.def @rows<N, M>(%m: !lift.array<4 * N, !lift.array<M, f32>>, %v: !lift.array<M, f32>) -> !lift.array<4 * N, f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row) in %m {
    %both = lift.zip %row, %v
    %sum = lift.reduce (%acc, %p) in %both from %zero {
      %a = lift.get %p[0]
      %b = lift.get %p[1]
      %ab = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %ab : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// CHECK-LABEL: lift.def @tuples
// CHECK-NEXT: %unzip = lift.unzip %xs
// CHECK-NEXT: %get = lift.get %unzip[0]
// CHECK-NEXT: %get.2 = lift.get %unzip[1]
// CHECK-NEXT: %as_vector = ocl.as_vector 2 %get
// CHECK-NEXT: %as_vector.2 = ocl.as_vector 2 %get.2
// CHECK-NEXT: %zip = lift.zip %as_vector, %as_vector.2
// CHECK-NEXT: %c = lift.map (%x) in %zip
// CHECK-NEXT: %a = lift.get %x[0]
// CHECK-NEXT: %b = lift.get %x[1]
// CHECK-NEXT: %sum = lift.reduce (%acc, %y) in %ys from %a
// CHECK-NEXT: %yb = ocl.map_vec (%b.2) in %b
// CHECK-NEXT: %yb.2 = arith.muli %y, %b.2
// CHECK-NEXT: lift.yield %yb.2
// CHECK-NEXT: }
// CHECK-NEXT: %s = arith.addi %acc, %yb
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: %t = lift.tuple %b, %sum
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: %unzip.2 = lift.unzip %c
// CHECK-NEXT: %get.3 = lift.get %unzip.2[0]
// CHECK-NEXT: %get.4 = lift.get %unzip.2[1]
// CHECK-NEXT: %as_scalar = ocl.as_scalar %get.3
// CHECK-NEXT: %as_scalar.2 = ocl.as_scalar %get.4
// CHECK-NEXT: %c.2 = lift.zip %as_scalar, %as_scalar.2
// CHECK-NEXT: lift.return %c.2
lift.def @tuples<N, M>(%xs: !lift.array<2 * N, tuple<i32, i32>>, %ys: !lift.array<M, i32>) -> !lift.array<2 * N, tuple<i32, i32>> {
  %c = lift.map (%x) in %xs {
    %a = lift.get %x[0]
    %b = lift.get %x[1]
    %sum = lift.reduce (%acc, %y) in %ys from %a {
      %yb = arith.muli %y, %b : i32
      %s = arith.addi %acc, %yb : i32
      lift.yield %s
    }
    %t = lift.tuple %b, %sum
    lift.yield %t
  }
  lift.return %c
}

// A bit of each lane is computed with what needs it.
// CHECK-LABEL: lift.def @bits
// CHECK-NEXT: %zero = arith.constant 0
// CHECK-NEXT: %as_vector = ocl.as_vector 4 %xs
// CHECK-NEXT: %c = lift.map (%x) in %as_vector
// CHECK-NEXT: %lanes = arith.constant dense<0>
// CHECK-NEXT: %count = lift.reduce (%acc, %y) in %ys from %lanes
// CHECK-NEXT: %one = arith.constant 1
// CHECK-NEXT: %n = ocl.map_vec (%x.2) in %x
// CHECK-NEXT: %less = arith.cmpi slt, %y, %x.2
// CHECK-NEXT: %n.2 = arith.select %less, %one, %zero
// CHECK-NEXT: lift.yield %n.2
// CHECK-NEXT: }
// CHECK-NEXT: %s = arith.addi %acc, %n
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %count
// CHECK-NEXT: }
// CHECK-NEXT: %c.2 = ocl.as_scalar %c
// CHECK-NEXT: lift.return %c.2
lift.def @bits<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<4 * N, i32> {
  %zero = arith.constant 0 : i32
  %c = lift.map (%x) in %xs {
    %count = lift.reduce (%acc, %y) in %ys from %zero {
      %less = arith.cmpi slt, %y, %x : i32
      %one = arith.constant 1 : i32
      %n = arith.select %less, %one, %zero : i32
      %s = arith.addi %acc, %n : i32
      lift.yield %s
    }
    lift.yield %count
  }
  lift.return %c
}

// Of an accumulator that is a tuple, only what differs is a vector.
// CHECK-LABEL: lift.def @partly
// CHECK-NEXT: %zero = arith.constant 0
// CHECK-NEXT: %begin = lift.tuple %zero, %zero
// CHECK-NEXT: %as_vector = ocl.as_vector 4 %xs
// CHECK-NEXT: %c = lift.map (%x) in %as_vector
// CHECK-NEXT: %lanes = arith.constant dense<0>
// CHECK-NEXT: %tuple = lift.tuple %zero, %lanes
// CHECK-NEXT: %both = lift.reduce (%acc, %y) in %ys from %tuple
// CHECK-NEXT: %a = lift.get %acc[0]
// CHECK-NEXT: %b = lift.get %acc[1]
// CHECK-NEXT: %sum = arith.addi %a, %y
// CHECK-NEXT: %xy = ocl.map_vec (%x.2) in %x
// CHECK-NEXT: %xy.2 = arith.muli %x.2, %sum
// CHECK-NEXT: lift.yield %xy.2
// CHECK-NEXT: }
// CHECK-NEXT: %s = arith.addi %b, %xy
// CHECK-NEXT: %t = lift.tuple %sum, %s
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: %r = lift.get %both[1]
// CHECK-NEXT: lift.yield %r
// CHECK-NEXT: }
// CHECK-NEXT: %c.2 = ocl.as_scalar %c
// CHECK-NEXT: lift.return %c.2
lift.def @partly<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<4 * N, i32> {
  %zero = arith.constant 0 : i32
  %begin = lift.tuple %zero, %zero
  %c = lift.map (%x) in %xs {
    %both = lift.reduce (%acc, %y) in %ys from %begin {
      %a = lift.get %acc[0]
      %b = lift.get %acc[1]
      %sum = arith.addi %a, %y : i32
      %xy = arith.muli %x, %sum : i32
      %s = arith.addi %b, %xy : i32
      %t = lift.tuple %sum, %s
      lift.yield %t
    }
    %r = lift.get %both[1]
    lift.yield %r
  }
  lift.return %c
}

// What a lane gives may be an array: lanes of its elements lie side by side then.
// CHECK-LABEL: lift.def @arrays
// CHECK-NEXT: %as_vector = ocl.as_vector 4 %xs
// CHECK-NEXT: %c = lift.map (%x) in %as_vector
// CHECK-NEXT: %line = lift.map (%y) in %ys
// CHECK-NEXT: %xy = ocl.map_vec (%x.2) in %x
// CHECK-NEXT: %xy.2 = arith.muli %x.2, %y
// CHECK-NEXT: lift.yield %xy.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %xy
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %line
// CHECK-NEXT: }
// CHECK-NEXT: %transpose = lift.transpose %c
// CHECK-NEXT: %map = lift.map (%x.3) in %transpose
// CHECK-NEXT: %as_scalar = ocl.as_scalar %x.3
// CHECK-NEXT: lift.yield %as_scalar
// CHECK-NEXT: }
// CHECK-NEXT: %c.2 = lift.transpose %map
// CHECK-NEXT: lift.return %c.2
lift.def @arrays<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<4 * N, !lift.array<M, i32>> {
  %c = lift.map (%x) in %xs {
    %line = lift.map (%y) in %ys {
      %xy = arith.muli %x, %y : i32
      lift.yield %xy
    }
    lift.yield %line
  }
  lift.return %c
}

// What has rows inside of rows, windows of these, and a fold whose element is an array.
lift.def @windows<N, M>(%xs: !lift.array<4 * N, !lift.array<M + 2, !lift.array<2, i32>>>, %v: !lift.array<2, i32>)
    -> !lift.array<4 * N, !lift.array<M, i32>> {
  %zero = arith.constant 0 : i32
  %c = lift.map (%x) in %xs {
    %slid = lift.slide 3 by 1 %x
    %line = lift.map (%w) in %slid {
      %turned = lift.transpose %w
      %flat = lift.join %turned
      %sum = lift.reduce (%acc, %e) in %flat from %zero {
        %s = arith.addi %acc, %e : i32
        lift.yield %s
      }
      %first = lift.at %v[0]
      %r = arith.subi %sum, %first : i32
      lift.yield %r
    }
    lift.yield %line
  }
  lift.return %c
}

// DIVIDED: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @not_divided<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %c = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  lift.return %c
}

// POSITION: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: the region uses its position
lift.def @position<N>(%xs: !lift.array<4 * N, i32>) -> !lift.array<4 * N, i32> {
  %c = lift.map (%x)[i] in %xs {
    %n = lift.nat i : i32
    %y = arith.addi %x, %n : i32
    lift.yield %y
  }
  lift.return %c
}

// LOOKED-UP: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: 'lift.at' has no form for vectors
lift.def @looked_up<N, M>(%xs: !lift.array<4 * N, i32>, %table: !lift.array<M, i32>, %none: i32) -> !lift.array<4 * N, i32> {
  %c = lift.map (%x) in %xs {
    %y = lift.at %table[%x] else %none
    lift.yield %y
  }
  lift.return %c
}

// TRIANGLE: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: elements are no scalars, nor tuples of such or rows of one length
lift.def @triangle<N>(%m: !lift.array<i : 4 * N, !lift.array<i + 1, i32>>) -> !lift.array<4 * N, i32> {
  %zero = arith.constant 0 : i32
  %c = lift.map (%row) in %m {
    %sum = lift.reduce (%acc, %x) in %row from %zero {
      %s = arith.addi %acc, %x : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// KEPT-BITS: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: a bit for each lane is kept
lift.def @kept_bits<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<4 * N, i32> {
  %no = arith.constant false
  %c = lift.map (%x) in %xs {
    %found = lift.reduce (%acc, %y) in %ys from %no {
      %is = arith.cmpi eq, %x, %y : i32
      %or = arith.ori %acc, %is : i1
      lift.yield %or
    }
    %r = arith.extui %found : i1 to i32
    lift.yield %r
  }
  lift.return %c
}

// COPIES: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: an array that all lanes share is kept for each
lift.def @copies<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<4 * N, !lift.array<M, i32>> {
  %c = lift.map (%x) in %xs {
    lift.yield %ys
  }
  lift.return %c
}

// SCANS: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: 'lift.scan' has no form for vectors
lift.def @scans<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<4 * N, !lift.array<M, i32>> {
  %c = lift.map (%x) in %xs {
    %line = lift.scan (%acc, %y) in %ys from %x {
      %s = arith.addi %acc, %y : i32
      lift.yield %s
    }
    lift.yield %line
  }
  lift.return %c
}

// HIDDEN: error[LIFT0366]: `map_in_lanes w=4 at %c` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>) -> !lift.exists<X upto N, !lift.array<X, i32>> {
  %c = lift.map (%x) in %e {
    %y = arith.addi %x, %x : i32
    lift.yield %y
  }
  lift.return %c
}

// What a fold of numbers begins with that are only stored is put into each lane by a vector of others.
// CHECK-LABEL: lift.def @stored
// CHECK: %[[ANY:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT: ocl.map_vec {{.*}} in %[[ANY]] : vector<4xui8>
lift.def @stored<N, M>(%begin: ui8, %xs: !lift.array<4 * N, !lift.array<M, ui8>>) -> !lift.array<4 * N, ui8> {
  %c = lift.map (%row) in %xs {
    %last = lift.reduce (%acc, %x) in %row from %begin {
      lift.yield %x
    }
    lift.yield %last
  }
  lift.return %c
}
