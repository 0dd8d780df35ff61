// RUN: lift-opt %s -p 'lift-apply{step="vectorise_map w=4 at %%c" function=holds}' | filecheck %s
// RUN: lift-opt %s -p 'lift-apply{step="vectorise_map w=4 at %%c" function=chosen}' | filecheck %s --check-prefix=CHOSEN
// RUN: lift-opt %s -p 'lift-apply{step="vectorise_map w=4 at %%c" function=tuples}' | filecheck %s --check-prefix=TUPLES
// RUN: not lift-opt %s -p 'lift-apply{step="vectorise_map w=4 at %%c" function=not_divided}' 2>&1 | filecheck %s --check-prefix=DIVIDED
// RUN: lift-opt %s -p 'lift-apply{step="vectorise_map w=4 at %%c" function=position}' | filecheck %s --check-prefix=POSITION
// RUN: not lift-opt %s -p 'lift-apply{step="vectorise_map w=4 at %%c" function=triangle}' 2>&1 | filecheck %s --check-prefix=TRIANGLE
// RUN: not lift-opt %s -p 'lift-apply{step="vectorise_map w=5 at %%c" function=five}' 2>&1 | filecheck %s --check-prefix=WIDTH
// RUN: not lift-opt %s -p 'lift-apply{step="vectorise_map w=4 at %%c" function=looked_up}' 2>&1 | filecheck %s --check-prefix=LOOKED-UP

// WIDTH: error[LIFT0366]: `vectorise_map w=5 at %c` does not hold: 'ocl.as_vector' has no such width
// CHECK-LABEL: lift.def @holds
// CHECK:      %as_vector = ocl.as_vector 4 %xs
// CHECK-NEXT: %as_vector.2 = ocl.as_vector 4 %ys
// CHECK-NEXT: %zip = lift.zip %as_vector, %as_vector.2
// CHECK-NEXT: %c = lift.map (%p) in %zip
// CHECK:        %xy = arith.mulf %x, %y : vector<4xf32>
// CHECK:        %root = ocl.map_vec
// CHECK:          math.sqrt
// CHECK:        ocl.map_vec
// CHECK-NEXT:     arith.addf %{{.*}}, %k : f32
// CHECK:      %as_scalar = ocl.as_scalar %c
// CHECK-NEXT: lift.return %as_scalar
lift.def @holds<N>(%xs: !lift.array<4 * N, f32>, %ys: !lift.array<4 * N, f32>, %k: f32) -> !lift.array<4 * N, f32> {
  %both = lift.zip %xs, %ys
  %c = lift.map (%p) in %both {
    %x = lift.get %p[0]
    %y = lift.get %p[1]
    %xy = arith.mulf %x, %y : f32
    %root = math.sqrt %xy : f32
    %r = arith.addf %root, %k : f32
    lift.yield %r
  }
  lift.return %c
}

// A bit is computed with what it chooses, of what lanes share as well.
// CHOSEN-LABEL: lift.def @chosen
// CHOSEN:      %c = lift.map (%x) in %as_vector
// CHOSEN-NEXT:   %zero = arith.constant 0
// CHOSEN-NEXT:   %kk = arith.addi %k, %k : i32
// CHOSEN-NEXT:   %r = ocl.map_vec (%x.2) in %x
// CHOSEN-NEXT:     arith.cmpi sgt, %x.2, %zero
// CHOSEN-NEXT:     arith.select %{{.*}}, %x.2, %kk
lift.def @chosen<N>(%xs: !lift.array<4 * N, i32>, %k: i32) -> !lift.array<4 * N, i32> {
  %c = lift.map (%x) in %xs {
    %zero = arith.constant 0 : i32
    %kk = arith.addi %k, %k : i32
    %positive = arith.cmpi sgt, %x, %zero : i32
    %r = arith.select %positive, %x, %kk : i32
    lift.yield %r
  }
  lift.return %c
}

// Tuples are taken apart and put together again; what is not used is not read.
// TUPLES-LABEL: lift.def @tuples
// TUPLES:      %unzip = lift.unzip %xs
// TUPLES:      %c = lift.map
// TUPLES:        lift.tuple
// TUPLES:      lift.unzip %c
// TUPLES:      ocl.as_scalar
// TUPLES:      ocl.as_scalar
// TUPLES:      lift.zip
lift.def @tuples<N>(%xs: !lift.array<4 * N, tuple<f32, tuple<i32, f32>, i32>>, %k: i32, %t: tuple<i32, f32>)
    -> !lift.array<4 * N, tuple<tuple<i32, f32>, i32, i1, tuple<i32, f32>>> {
  %c = lift.map (%x) in %xs {
    %a = lift.get %x[0]
    %b = lift.get %x[1]
    %n = lift.get %b[0]
    %f = lift.get %b[1]
    %i = arith.fptosi %a : f32 to i32
    %d = arith.subi %i, %n : i32
    %e = arith.muli %d, %k : i32
    %g = arith.subf %f, %a : f32
    %u = lift.tuple %e, %g
    %less = arith.cmpf olt, %f, %a : f32
    %r = lift.tuple %u, %k, %less, %t
    lift.yield %r
  }
  lift.return %c
}

// DIVIDED: error[LIFT0366]: `vectorise_map w=4 at %c` does not hold: `N mod 4 eq 0` is not proved; what is known: N ge 1
lift.def @not_divided<N>(%xs: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %c = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  lift.return %c
}

// A number of the position is zipped in, and so is what is read by one.
// POSITION-LABEL: lift.def @position
// POSITION:      %generate = lift.generate [k : 4 * N]
// POSITION-NEXT:   lift.nat j + 3 * k
// POSITION:      %as_vector.2 = ocl.as_vector 4 %generate
// POSITION-NEXT: %slice = lift.slice %ys from 1 size 4 * N
// POSITION-NEXT: %as_vector.3 = ocl.as_vector 4 %slice
// POSITION-NEXT: %row = lift.at %yss[j]
// POSITION-NEXT: %gather = lift.gather %row size 4 * N by (k2) -> (4 * N - k2)
// POSITION-NEXT: %as_vector.4 = ocl.as_vector 4 %gather
// POSITION-NEXT: %zip = lift.zip %as_vector, %as_vector.2, %as_vector.3, %as_vector.4
// POSITION-NEXT: %c = lift.map (%x) in %zip
// POSITION:        arith.addi %x.2, %n : vector<4xi32>
lift.def @position<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<4 * N + 1, i32>,
    %yss: !lift.array<M, !lift.array<4 * N + 1, i32>>) -> !lift.array<M, !lift.array<4 * N, i32>> {
  %cs = lift.map (%ignored)[j] in %yss {
    %c = lift.map (%x)[i] in %xs {
      %n = lift.nat 3 * i + j : i32
      %s = arith.addi %x, %n : i32
      %next = lift.at %ys[i + 1]
      %row = lift.at %yss[j]
      %turned = lift.at %row[4 * N - i]
      %t = arith.muli %s, %next : i32
      %u = arith.subi %t, %turned : i32
      lift.yield %u
    }
    lift.yield %c
  }
  lift.return %cs
}

// Nothing else of an element is needed.
lift.def @only_position<N>(%xs: !lift.array<4 * N, f32>) -> !lift.array<4 * N, i64> {
  %c = lift.map (%x)[i] in %xs {
    %n = lift.nat i * i mod 7 : i64
    lift.yield %n
  }
  lift.return %c
}

// TRIANGLE: error[LIFT0366]: `vectorise_map w=4 at %c` does not hold: 'lift.slice' uses the position in a way that has no form for vectors
lift.def @triangle<N>(%xs: !lift.array<4 * N, i32>) -> !lift.array<4 * N, i32> {
  %c = lift.map (%x)[i] in %xs {
    %some = lift.slice %xs from 0 size i
    %sum = lift.reduce (%acc, %e) in %some from %x {
      %s = arith.addi %acc, %e : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %c
}

// LOOKED-UP: error[LIFT0366]: `vectorise_map w=4 at %c` does not hold: 'lift.at' has no form for vectors
lift.def @looked_up<N, M>(%xs: !lift.array<4 * N, i32>, %table: !lift.array<M, i32>, %none: i32) -> !lift.array<4 * N, i32> {
  %c = lift.map (%x) in %xs {
    %y = lift.at %table[%x] else %none
    lift.yield %y
  }
  lift.return %c
}

// What does not depend on the element, a fold for example, is one value for all lanes.
lift.def @shared<N, M>(%xs: !lift.array<4 * N, i32>, %ys: !lift.array<M, i32>) -> !lift.array<M, !lift.array<4 * N, i32>> {
  %zero = arith.constant 0 : i32
  %rows = lift.map (%y)[j] in %ys {
    %c = lift.map (%x) in %xs {
      %n = lift.nat j * M : i32
      %sum = lift.reduce (%acc, %e) in %ys from %n {
        %s = arith.addi %acc, %e : i32
        lift.yield %s
      }
      %d = arith.subi %sum, %x : i32
      %m = arith.maxsi %d, %y : i32
      lift.yield %m
    }
    lift.yield %c
  }
  lift.return %rows
}

lift.def @five<N>(%xs: !lift.array<5 * N, f32>) -> !lift.array<5 * N, f32> {
  %c = lift.map (%x) in %xs {
    %y = arith.addf %x, %x : f32
    lift.yield %y
  }
  lift.return %c
}
