// The programs of table 1 in Lift's paper on its IR, which say what to compute, and nothing of how: of the two products and
// the two N-body programs in that table there is one each, since they differ in how they are mapped.
//
//   lift-run examples/papers/high_level/programs.mlir --entry mm --random N=16,M=8,K=12 --strategy gpu

// A sum of products.
lift.def @dot<M>(%x: !lift.array<M, f32>, %y: !lift.array<M, f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %both = lift.zip %x, %y
  %sum = lift.reduce (%acc, %p) in %both from %zero {
    %a = lift.get %p[0]
    %b = lift.get %p[1]
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %ab : f32
    lift.yield %s
  }
  lift.return %sum
}

// A B, and A transposed times B.
lift.def @mm<N, M, K>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %xy : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}

lift.def @mm_turned<N, M, K>(%a: !lift.array<K, !lift.array<N, f32>>, %b: !lift.array<K, !lift.array<M, f32>>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.transpose %a
  %columns = lift.transpose %b
  %c = lift.map (%row) in %rows {
    %line = lift.map (%column) in %columns {
      %both = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %acc, %xy : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}

// alpha * A x + beta * y.
lift.def @gemv<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>, %y: !lift.array<N, f32>, %alpha: f32, %beta: f32)
    -> !lift.array<N, f32> {
  %rows = lift.zip %a, %y
  %r = lift.map (%p) in %rows {
    %row = lift.get %p[0]
    %old = lift.get %p[1]
    %dot = lift.call @dot(%row, %x)
    %scaled = arith.mulf %alpha, %dot : f32
    %rest = arith.mulf %beta, %old : f32
    %sum = arith.addf %scaled, %rest : f32
    lift.yield %sum
  }
  lift.return %r
}

// alpha * A x + beta * B x.
lift.def @gesummv<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %b: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>, %alpha: f32, %beta: f32)
    -> !lift.array<N, f32> {
  %rows = lift.zip %a, %b
  %r = lift.map (%p) in %rows {
    %row_a = lift.get %p[0]
    %row_b = lift.get %p[1]
    %sum_a = lift.call @dot(%row_a, %x)
    %sum_b = lift.call @dot(%row_b, %x)
    %scaled_a = arith.mulf %alpha, %sum_a : f32
    %scaled_b = arith.mulf %beta, %sum_b : f32
    %sum = arith.addf %scaled_a, %scaled_b : f32
    lift.yield %sum
  }
  lift.return %r
}

// A transposed times A x.
lift.def @atax<N, M>(%a: !lift.array<N, !lift.array<M, f32>>, %x: !lift.array<M, f32>) -> !lift.array<M, f32> {
  %ax = lift.map (%row) in %a {
    %dot = lift.call @dot(%row, %x)
    lift.yield %dot
  }
  %columns = lift.transpose %a
  %r = lift.map (%column) in %columns {
    %dot = lift.call @dot(%column, %ax)
    lift.yield %dot
  }
  lift.return %r
}

// A convolution with 3 x 3 weights, where the edge goes on outside.
lift.def @convolution<N, M>(%image: !lift.array<N, !lift.array<M, f32>>, %weights: !lift.array<9, f32>) -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %taller = lift.pad clamp 1, 1 %image
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 1, 1 %row
    lift.yield %wider
  }
  %bands = lift.slide 3 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %threes = lift.slide 3 by 1 %row
      lift.yield %threes
    }
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {
      %flat = lift.join %window
      %sum = lift.call @dot(%flat, %weights)
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %r
}

// What N bodies (x, y, z, mass) do to each other.
lift.def @nbody<N>(%bodies: !lift.array<N, tuple<f32, f32, f32, f32>>, %soft: f32) -> !lift.array<N, tuple<f32, f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %none = lift.tuple %zero, %zero, %zero
  %r = lift.map (%body) in %bodies {
    %x = lift.get %body[0]
    %y = lift.get %body[1]
    %z = lift.get %body[2]
    %force = lift.reduce (%acc, %other) in %bodies from %none {
      %ox = lift.get %other[0]
      %oy = lift.get %other[1]
      %oz = lift.get %other[2]
      %mass = lift.get %other[3]
      %dx = arith.subf %ox, %x : f32
      %dy = arith.subf %oy, %y : f32
      %dz = arith.subf %oz, %z : f32
      %dx2 = arith.mulf %dx, %dx : f32
      %dy2 = arith.mulf %dy, %dy : f32
      %dz2 = arith.mulf %dz, %dz : f32
      %dxy = arith.addf %dx2, %dy2 : f32
      %dxyz = arith.addf %dxy, %dz2 : f32
      %square = arith.addf %dxyz, %soft : f32
      %distance = math.sqrt %square : f32
      %cube = arith.mulf %square, %distance : f32
      %pull = arith.divf %mass, %cube : f32
      %px = arith.mulf %pull, %dx : f32
      %py = arith.mulf %pull, %dy : f32
      %pz = arith.mulf %pull, %dz : f32
      %ax = lift.get %acc[0]
      %ay = lift.get %acc[1]
      %az = lift.get %acc[2]
      %sx = arith.addf %ax, %px : f32
      %sy = arith.addf %ay, %py : f32
      %sz = arith.addf %az, %pz : f32
      %s = lift.tuple %sx, %sy, %sz
      lift.yield %s
    }
    lift.yield %force
  }
  lift.return %r
}

// The forces between atoms that are near each other.
lift.user_fun @force(r2: f32, cutoff: f32) -> f32
    = "float r = 1.0f / r2; float r6 = r * r * r; return r2 < cutoff ? r * r6 * (1.5f * r6 - 2.0f) : 0.0f;" {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %lj = arith.constant 1.5 : f32
  %zero = arith.constant 0.0 : f32
  %r = arith.divf %one, %r2 : f32
  %rr = arith.mulf %r, %r : f32
  %r6 = arith.mulf %rr, %r : f32
  %a = arith.mulf %lj, %r6 : f32
  %b = arith.subf %a, %two : f32
  %c = arith.mulf %r, %r6 : f32
  %f = arith.mulf %c, %b : f32
  %near = arith.cmpf olt, %r2, %cutoff : f32
  %g = arith.select %near, %f, %zero : f32
  lift.return %g
}

lift.def @md<N, J>(%atoms: !lift.array<N, tuple<f32, f32, f32>>, %neighbours: !lift.array<J, !lift.array<N, i32>>, %cutoff: f32)
    -> !lift.array<N, tuple<f32, f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %nothing = lift.tuple %zero, %zero, %zero
  %lists = lift.transpose %neighbours
  %with = lift.zip %atoms, %lists
  %forces = lift.map (%p) in %with {
    %atom = lift.get %p[0]
    %list = lift.get %p[1]
    %x = lift.get %atom[0]
    %y = lift.get %atom[1]
    %z = lift.get %atom[2]
    %f = lift.reduce (%sum, %j) in %list from %nothing {
      %other = lift.at %atoms[%j] else %nothing
      %ox = lift.get %other[0]
      %oy = lift.get %other[1]
      %oz = lift.get %other[2]
      %dx = arith.subf %x, %ox : f32
      %dy = arith.subf %y, %oy : f32
      %dz = arith.subf %z, %oz : f32
      %dx2 = arith.mulf %dx, %dx : f32
      %dy2 = arith.mulf %dy, %dy : f32
      %dz2 = arith.mulf %dz, %dz : f32
      %dxy = arith.addf %dx2, %dy2 : f32
      %r2 = arith.addf %dxy, %dz2 : f32
      %force = lift.call @force(%r2, %cutoff)
      %fx = arith.mulf %force, %dx : f32
      %fy = arith.mulf %force, %dy : f32
      %fz = arith.mulf %force, %dz : f32
      %ax = lift.get %sum[0]
      %ay = lift.get %sum[1]
      %az = lift.get %sum[2]
      %bx = arith.addf %ax, %fx : f32
      %by = arith.addf %ay, %fy : f32
      %bz = arith.addf %az, %fz : f32
      %s = lift.tuple %bx, %by, %bz
      lift.yield %s
    }
    lift.yield %f
  }
  lift.return %forces
}

// To which of C centres each point is nearest.
lift.def @kmeans<N, C, F>(%features: !lift.array<F, !lift.array<N, f32>>, %centres: !lift.array<C, !lift.array<F, f32>>)
    -> !lift.array<N, i32> {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 3.0e38 : f32
  %first = arith.constant 0 : i32
  %start = lift.tuple %far, %first
  %points = lift.transpose %features
  %numbers = lift.generate [c : C] {
    %number = lift.nat c : i32
    lift.yield %number
  }
  %numbered = lift.zip %centres, %numbers
  %r = lift.map (%point) in %points {
    %best = lift.reduce (%least, %centre) in %numbered from %start {
      %place = lift.get %centre[0]
      %number = lift.get %centre[1]
      %both = lift.zip %point, %place
      %distance = lift.reduce (%sum, %p) in %both from %zero {
        %x = lift.get %p[0]
        %y = lift.get %p[1]
        %d = arith.subf %x, %y : f32
        %d2 = arith.mulf %d, %d : f32
        %s = arith.addf %sum, %d2 : f32
        lift.yield %s
      }
      %before = lift.get %least[0]
      %which = lift.get %least[1]
      %nearer = arith.cmpf olt, %distance, %before : f32
      %d = arith.select %nearer, %distance, %before : f32
      %w = arith.select %nearer, %number, %which : i32
      %next = lift.tuple %d, %w
      lift.yield %next
    }
    %which = lift.get %best[1]
    lift.yield %which
  }
  lift.return %r
}

// How far each place is from one.
lift.def @nn<N>(%places: !lift.array<N, tuple<f32, f32>>, %latitude: f32, %longitude: f32) -> !lift.array<N, f32> {
  %r = lift.map (%place) in %places {
    %a = lift.get %place[0]
    %b = lift.get %place[1]
    %da = arith.subf %latitude, %a : f32
    %db = arith.subf %longitude, %b : f32
    %da2 = arith.mulf %da, %da : f32
    %db2 = arith.mulf %db, %db : f32
    %d2 = arith.addf %da2, %db2 : f32
    %d = math.sqrt %d2 : f32
    lift.yield %d
  }
  lift.return %r
}

// The matrix Q of MRI-Q.
lift.def @mriq<N, K>(%pixels: !lift.array<N, tuple<f32, f32, f32>>, %samples: !lift.array<K, tuple<f32, f32, f32, f32>>)
    -> !lift.array<N, tuple<f32, f32>> {
  %zero = arith.constant 0.0 : f32
  %circle = arith.constant 6.2831855 : f32
  %nothing = lift.tuple %zero, %zero
  %r = lift.map (%pixel) in %pixels {
    %x = lift.get %pixel[0]
    %y = lift.get %pixel[1]
    %z = lift.get %pixel[2]
    %q = lift.reduce (%sum, %sample) in %samples from %nothing {
      %kx = lift.get %sample[0]
      %ky = lift.get %sample[1]
      %kz = lift.get %sample[2]
      %magnitude = lift.get %sample[3]
      %xx = arith.mulf %kx, %x : f32
      %yy = arith.mulf %ky, %y : f32
      %zz = arith.mulf %kz, %z : f32
      %xy = arith.addf %xx, %yy : f32
      %xyz = arith.addf %xy, %zz : f32
      %angle = arith.mulf %circle, %xyz : f32
      %cos = math.cos %angle : f32
      %sin = math.sin %angle : f32
      %re = arith.mulf %magnitude, %cos : f32
      %im = arith.mulf %magnitude, %sin : f32
      %old_re = lift.get %sum[0]
      %old_im = lift.get %sum[1]
      %new_re = arith.addf %old_re, %re : f32
      %new_im = arith.addf %old_im, %im : f32
      %new = lift.tuple %new_re, %new_im
      lift.yield %new
    }
    lift.yield %q
  }
  lift.return %r
}
