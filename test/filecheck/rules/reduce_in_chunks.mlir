// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%r" function=sum},lift-apply{step="reduce_in_chunks n=4 at %%r" function=positions},lift-apply{step="reduce_in_chunks n=3 at %%r" function=tuples},lift-apply{step="reduce_in_chunks n=4 at %%r" function=said},lift-apply{step="reduce_in_chunks n=4 at %%r" function=better}' | filecheck %s
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%r" function=ordered}' 2>&1 | filecheck %s --check-prefix=ORDERED
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%r" function=not_associative}' 2>&1 | filecheck %s --check-prefix=NOT-ASSOCIATIVE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%r" function=not_strict}' 2>&1 | filecheck %s --check-prefix=NOT-ASSOCIATIVE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%r" function=another_choice}' 2>&1 | filecheck %s --check-prefix=NOT-ASSOCIATIVE
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%r" function=array}' 2>&1 | filecheck %s --check-prefix=ARRAY
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%r" function=hidden}' 2>&1 | filecheck %s --check-prefix=HIDDEN

// CHECK-LABEL: lift.def @sum
// CHECK-NEXT: %neutral = arith.constant -0.000000e+00
// CHECK-NEXT: %main = lift.slice %xs from 0 size 4 * (N floordiv 4)
// CHECK-NEXT: %chunks = lift.split 4 %main
// CHECK-NEXT: %parts = lift.map (%chunk) in %chunks
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %chunk from %neutral
// CHECK-NEXT: %y = arith.mulf %x, %x
// CHECK-NEXT: %s = arith.addf %acc, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %total = ocl.reduce_seq (%acc.2, %part.2) in %parts from %a
// CHECK-NEXT: %s.2 = arith.addf %acc.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: %rest = lift.slice %xs from 4 * (N floordiv 4) size N mod 4
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.3, %x.2) in %rest from %total
// CHECK-NEXT: %y.2 = arith.mulf %x.2, %x.2
// CHECK-NEXT: %s.3 = arith.addf %acc.3, %y.2
// CHECK-NEXT: lift.yield %s.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @sum<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y : f32
    lift.yield %s
  }
  lift.return %r
}

// Nothing is left where the length is known to fill the chunks.
// CHECK-LABEL: lift.def @positions
// CHECK-NEXT: %neutral = arith.constant 0
// CHECK-NEXT: %chunks = lift.split 4 %m
// CHECK-NEXT: %parts = lift.map (%chunk)[i] in %chunks
// CHECK-NEXT: %part = lift.reduce (%acc, %row)[k] in %chunk from %neutral
// CHECK-NEXT: %x = lift.at %row[4 * i + k]
// CHECK-NEXT: %i = lift.nat 4 * i + k
// CHECK-NEXT: %y = arith.muli %x, %i
// CHECK-NEXT: %s = arith.addi %acc, %y
// CHECK-NEXT: lift.yield %s
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.2, %part.2) in %parts from %a
// CHECK-NEXT: %s.2 = arith.addi %acc.2, %part.2
// CHECK-NEXT: lift.yield %s.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @positions<N>(%m: !lift.array<i : 4 * N + 8, !lift.array<i + 1, i32>>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %row)[k] in %m from %a {
    %x = lift.at %row[k]
    %i = lift.nat k
    %y = arith.muli %x, %i : i32
    %s = arith.addi %acc, %y : i32
    lift.yield %s
  }
  lift.return %r
}

// CHECK-LABEL: lift.def @tuples
// CHECK-NEXT: %get = lift.get %ab[0]
// CHECK-NEXT: %neutral = arith.constant 0
// CHECK-NEXT: %get.2 = lift.get %ab[1]
// CHECK-NEXT: %tuple = lift.tuple %neutral, %get.2
// CHECK-NEXT: %main = lift.slice %xs from 0 size 3 * (N floordiv 3)
// CHECK-NEXT: %chunks = lift.split 3 %main
// CHECK-NEXT: %parts = lift.map (%chunk) in %chunks
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %chunk from %tuple
// CHECK-NEXT: %c = lift.get %acc[0]
// CHECK-NEXT: %d = lift.get %acc[1]
// CHECK-NEXT: %s = arith.addi %c, %x
// CHECK-NEXT: %m = arith.maxsi %d, %x
// CHECK-NEXT: %t = lift.tuple %s, %m
// CHECK-NEXT: lift.yield %t
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %total = ocl.reduce_seq (%acc.2, %part.2) in %parts from %ab
// CHECK-NEXT: %get.3 = lift.get %acc.2[0]
// CHECK-NEXT: %get.4 = lift.get %part.2[0]
// CHECK-NEXT: %s.2 = arith.addi %get.3, %get.4
// CHECK-NEXT: %get.5 = lift.get %acc.2[1]
// CHECK-NEXT: %get.6 = lift.get %part.2[1]
// CHECK-NEXT: %m.2 = arith.maxsi %get.5, %get.6
// CHECK-NEXT: %tuple.2 = lift.tuple %s.2, %m.2
// CHECK-NEXT: lift.yield %tuple.2
// CHECK-NEXT: }
// CHECK-NEXT: %rest = lift.slice %xs from 3 * (N floordiv 3) size N mod 3
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.3, %x.2) in %rest from %total
// CHECK-NEXT: %c.2 = lift.get %acc.3[0]
// CHECK-NEXT: %d.2 = lift.get %acc.3[1]
// CHECK-NEXT: %s.3 = arith.addi %c.2, %x.2
// CHECK-NEXT: %m.3 = arith.maxsi %d.2, %x.2
// CHECK-NEXT: %t.2 = lift.tuple %s.3, %m.3
// CHECK-NEXT: lift.yield %t.2
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @tuples<N>(%xs: !lift.array<N, i32>, %ab: tuple<i32, i32>) -> tuple<i32, i32> {
  %r = lift.reduce (%acc, %x) in %xs from %ab {
    %c = lift.get %acc[0]
    %d = lift.get %acc[1]
    %s = arith.addi %c, %x : i32
    %m = arith.maxsi %d, %x : i32
    %t = lift.tuple %s, %m
    lift.yield %t
  }
  lift.return %r
}

// What is only said to be associative has no neutral value: a chunk begins with its first element.
// CHECK-LABEL: lift.def @said
// CHECK-NEXT: %main = lift.slice %xs from 0 size 4 * (N floordiv 4)
// CHECK-NEXT: %chunks = lift.split 4 %main
// CHECK-NEXT: %parts = lift.map (%chunk) in %chunks
// CHECK-NEXT: %at = lift.at %chunk[0]
// CHECK-NEXT: %slice = lift.slice %chunk from 1 size 3
// CHECK-NEXT: %part = lift.reduce (%acc, %x) in %slice from %at
// CHECK-NEXT: lift.yield %x
// CHECK-NEXT: }
// CHECK-NEXT: lift.yield %part
// CHECK-NEXT: }
// CHECK-NEXT: %total = ocl.reduce_seq (%acc.2, %x.2) in %parts from %a
// CHECK-NEXT: lift.yield %x.2
// CHECK-NEXT: }
// CHECK-NEXT: %rest = lift.slice %xs from 4 * (N floordiv 4) size N mod 4
// CHECK-NEXT: %r = ocl.reduce_seq (%acc.3, %x.3) in %rest from %total
// CHECK-NEXT: lift.yield %x.3
// CHECK-NEXT: }
// CHECK-NEXT: lift.return %r
lift.def @said<N>(%xs: !lift.array<N, tuple<i32, f32>>, %a: tuple<i32, f32>) -> tuple<i32, f32> {
  %r = lift.reduce associative (%acc, %x) in %xs from %a {
    lift.yield %x
  }
  lift.return %r
}

// ORDERED: error[LIFT0366]: `reduce_in_chunks n=4 at %r` does not hold: the fold is said to be ordered
lift.def @ordered<N>(%xs: !lift.array<N, f32>, %a: f32) -> f32 {
  %r = lift.reduce ordered (%acc, %x) in %xs from %a {
    %s = arith.addf %acc, %x : f32
    lift.yield %s
  }
  lift.return %r
}

// NOT-ASSOCIATIVE: error[LIFT0366]: `reduce_in_chunks n=4 at %r` does not hold: the fold is not seen to be associative, nor said to be
lift.def @not_associative<N>(%xs: !lift.array<N, i32>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %xs from %a {
    %s = arith.subi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// ARRAY: error[LIFT0366]: `reduce_in_chunks n=4 at %r` does not hold: the accumulator holds an array
lift.def @array<N, M>(%m: !lift.array<N, !lift.array<M, i32>>, %first: !lift.array<M, i32>) -> !lift.array<M, i32> {
  %r = lift.reduce associative (%acc, %row) in %m from %first {
    lift.yield %row
  }
  lift.return %r
}

// HIDDEN: error[LIFT0366]: `reduce_in_chunks n=4 at %r` does not hold: the length is hidden
lift.def @hidden<N>(%e: !lift.exists<X upto N, !lift.array<X, i32>>, %a: i32) -> i32 {
  %r = lift.reduce (%acc, %x) in %e from %a {
    %s = arith.addi %acc, %x : i32
    lift.yield %s
  }
  lift.return %r
}

// The first of the greatest, with what belongs to it: parts begin as the whole does, and are put together in order.
// CHECK-LABEL: lift.def @better
// CHECK:      %part = lift.reduce (%best, %x) in %chunk from %init
// CHECK:      %total = ocl.reduce_seq (%best.2, %part.2) in %parts from %init
// CHECK-NEXT: %get = lift.get %best.2[0]
// CHECK-NEXT: %get.2 = lift.get %best.2[1]
// CHECK-NEXT: %get.3 = lift.get %part.2[0]
// CHECK-NEXT: %get.4 = lift.get %part.2[1]
// CHECK-NEXT: %more.2 = arith.cmpf ogt, %get.4, %get.2
// CHECK-NEXT: %w.2 = arith.select %more.2, %get.3, %get
// CHECK-NEXT: %m.2 = arith.select %more.2, %get.4, %get.2
// CHECK-NEXT: %tuple = lift.tuple %w.2, %m.2
// CHECK-NEXT: lift.yield %tuple
lift.def @better<N>(%xs: !lift.array<N, tuple<f32, i32>>, %init: tuple<i32, f32>) -> tuple<i32, f32> {
  %r = lift.reduce (%best, %x) in %xs from %init {
    %where = lift.get %best[0]
    %most = lift.get %best[1]
    %v = lift.get %x[0]
    %i = lift.get %x[1]
    %more = arith.cmpf ogt, %v, %most : f32
    %w = arith.select %more, %i, %where : i32
    %m = arith.select %more, %v, %most : f32
    %next = lift.tuple %w, %m
    lift.yield %next
  }
  lift.return %r
}

// What is as good replaces the accumulator, and so would the initial value of a later part.
lift.def @not_strict<N>(%xs: !lift.array<N, tuple<f32, i32>>, %init: tuple<i32, f32>) -> tuple<i32, f32> {
  %r = lift.reduce (%best, %x) in %xs from %init {
    %where = lift.get %best[0]
    %most = lift.get %best[1]
    %v = lift.get %x[0]
    %i = lift.get %x[1]
    %more = arith.cmpf oge, %v, %most : f32
    %w = arith.select %more, %i, %where : i32
    %m = arith.select %more, %v, %most : f32
    %next = lift.tuple %w, %m
    lift.yield %next
  }
  lift.return %r
}

// What belongs to a number is chosen by another condition, which knows the accumulator.
lift.def @another_choice<N>(%xs: !lift.array<N, tuple<f32, i32>>, %init: tuple<i32, f32>) -> tuple<i32, f32> {
  %r = lift.reduce (%best, %x) in %xs from %init {
    %where = lift.get %best[0]
    %most = lift.get %best[1]
    %v = lift.get %x[0]
    %i = lift.get %x[1]
    %more = arith.cmpf ogt, %v, %most : f32
    %as_much = arith.cmpf oge, %v, %most : f32
    %w = arith.select %as_much, %i, %where : i32
    %m = arith.select %more, %v, %most : f32
    %next = lift.tuple %w, %m
    lift.yield %next
  }
  lift.return %r
}
