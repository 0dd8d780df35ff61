// RUN: lift-opt %s -p ocl-infer-memory | filecheck %s

// What the program says is done, and the ops that said it are gone.
// CHECK-LABEL: lift.def @stored
// CHECK:      ocl.map_wrg<0> (%row) in %m to global
// CHECK-NEXT:   %a = ocl.map_lcl<0> (%x) in %row to local
// CHECK-NEXT:     %y = arith.negf %x
// CHECK-NEXT:     lift.yield %y
// CHECK:        %b = ocl.map_lcl<0> (%x_1) in %a to global
// CHECK-NEXT:     lift.yield %x_1
lift.def @stored<N>(%m: !lift.array<N, !lift.array<64, f32>>) -> !lift.array<N, !lift.array<64, f32>> {
  %r = ocl.map_wrg<0> (%row) in %m {
    %a = ocl.map_lcl<0> (%x) in %row {
      %y = arith.negf %x : f32
      %l = ocl.to_local %y
      lift.yield %l
    }
    %b = ocl.map_lcl<0> (%x) in %a {
      %g = ocl.to_global %x
      lift.yield %g
    }
    lift.yield %b
  }
  lift.return %r
}

// A store of an array is found through layout ops.
// CHECK-LABEL: lift.def @stored_array
// CHECK:        %a = ocl.map_seq (%x) in %row to private
// CHECK-NOT:    to_private
lift.def @stored_array<N>(%m: !lift.array<N, !lift.array<8, f32>>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %r = ocl.map_glb<0> (%row) in %m {
    %a = ocl.map_seq (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    %pairs = lift.split 2 %a
    %p = ocl.to_private %pairs
    %flat = lift.join %p
    %s = ocl.reduce_seq (%acc, %x) in %flat from %zero {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// What nobody placed goes where it is needed: into the result, through layout ops.
// CHECK-LABEL: lift.def @inherited
// CHECK:      ocl.map_glb<0> (%row) in %m to global
// CHECK-NEXT:   ocl.map_seq (%x) in %row to global
lift.def @inherited<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<M, !lift.array<N, f32>> {
  %a = ocl.map_glb<0> (%row) in %m {
    %b = ocl.map_seq (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    lift.yield %b
  }
  %t = lift.transpose %a
  lift.return %t
}

// A temporary of one work item is private where its size is a number, and else in global memory.
// CHECK-LABEL: lift.def @temporaries
// CHECK:      ocl.map_seq (%x) in %row to global : !lift.array<M, f32>
// CHECK:      ocl.map_seq ({{.*}}) in %first to private : !lift.array<4, f32>
lift.def @temporaries<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, f32> where [M ge 4] {
  %zero = arith.constant 0.0 : f32
  %r = ocl.map_glb<0> (%row) in %m {
    %a = ocl.map_seq (%x) in %row {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    %windows = lift.slide 4 by 1 %a
    %first = lift.at %windows[0]
    %b = ocl.map_seq (%x) in %first {
      %y = arith.mulf %x, %x : f32
      lift.yield %y
    }
    %reversed = lift.gather %b by (i) -> (3 - i)
    %s = ocl.reduce_seq (%acc, %x) in %reversed from %zero {
      %t = arith.addf %acc, %x : f32
      lift.yield %t
    }
    lift.yield %s
  }
  lift.return %r
}

// A fold lives where its first accumulator lives.
// CHECK-LABEL: lift.def @folded
// CHECK:      %zeros = ocl.map_seq {{.*}} to private
// CHECK:      ocl.reduce_seq {{.*}} from %zeros to private
// CHECK:        ocl.map_seq {{.*}} to private
lift.def @folded<N, M>(%m: !lift.array<N, !lift.array<M, !lift.array<4, f32>>>) -> !lift.array<N, !lift.array<4, f32>> {
  %zero = arith.constant 0.0 : f32
  %r = ocl.map_glb<0> (%rows) in %m {
    %none = lift.generate [i : 4] {
      lift.yield %zero
    }
    %zeros = ocl.map_seq (%x) in %none {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %s = ocl.reduce_seq (%acc, %row) in %rows from %zeros {
      %both = lift.zip %acc, %row
      %t = ocl.map_seq (%p) in %both {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %c = arith.addf %a, %b : f32
        lift.yield %c
      }
      lift.yield %t
    }
    %out = ocl.map_seq (%x) in %s {
      %g = ocl.to_global %x
      lift.yield %g
    }
    lift.yield %out
  }
  lift.return %r
}

// What is said already is kept, also where the pass would choose another memory.
// CHECK-LABEL: lift.def @kept
// CHECK:      %a = ocl.map_seq (%x) in %row to global
lift.def @kept<N>(%m: !lift.array<N, !lift.array<4, f32>>) -> !lift.array<N, f32> {
  %r = ocl.map_glb<0> (%row) in %m {
    %a = ocl.map_seq (%x) in %row to global {
      %y = arith.negf %x : f32
      lift.yield %y
    }
    %y = lift.at %a[0]
    lift.yield %y
  }
  lift.return %r
}

// What a map over work items computes can be private: each has its own elements. With a launch, there may be any number in all.
// CHECK-LABEL: lift.def @own
// CHECK:      %a = ocl.map_lcl<0> (%x) in %row to private : !lift.array<M, f32>
lift.def @own<N, M>(%m: !lift.array<N, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>>
    where [M le 256] launch(local = [128], groups = [N]) {
  %r = ocl.map_wrg<0> (%row) in %m {
    %a = ocl.map_lcl<0> (%x) in %row {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %o = ocl.map_lcl<0> (%x) in %a {
      lift.yield %x
    }
    lift.yield %o
  }
  lift.return %r
}

// A fold whose first accumulator is private to those who own its elements is updated by them.
// CHECK-LABEL: lift.def @fold
// CHECK:      %zeros = ocl.map_lcl<0> {{.*}} to private
// CHECK:      ocl.reduce_seq {{.*}} from %zeros to private
// CHECK:        ocl.map_lcl<0> {{.*}} to private
lift.def @fold<N, M>(%m: !lift.array<N, !lift.array<M, !lift.array<8, f32>>>, %zero: f32) -> !lift.array<N, !lift.array<8, f32>> {
  %r = ocl.map_wrg<0> (%rows) in %m {
    %none = lift.generate [i : 8] {
      lift.yield %zero
    }
    %zeros = ocl.map_lcl<0> (%x) in %none {
      %p = ocl.to_private %x
      lift.yield %p
    }
    %s = ocl.reduce_seq (%acc, %row) in %rows from %zeros {
      %both = lift.zip %acc, %row
      %t = ocl.map_lcl<0> (%p) in %both {
        %a = lift.get %p[0]
        %b = lift.get %p[1]
        %c = arith.addf %a, %b : f32
        lift.yield %c
      }
      lift.yield %t
    }
    %out = ocl.map_lcl<0> (%x) in %s {
      lift.yield %x
    }
    lift.yield %out
  }
  lift.return %r
}
