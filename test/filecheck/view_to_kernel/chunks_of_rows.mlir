// RUN: lift-opt %s -p view-to-kernel | filecheck %s

// Where a row of a chunk begins is one look-up in the running sums of the table. How many of them there are is said in the
// names of the program, although there are as many groups as chunks.
// CHECK-LABEL: kernel.func @launched<N, rows[N]>
// CHECK-SAME: sums [offsets[N] by (i) -> (rows[i])]
kernel.func @launched<N, rows[N]>(%x: !kernel.buffer<global, f32>, %c: f32) where [N mod 8 eq 0]
    launch(local = [1], groups = [N floordiv 8]) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<rows[i], f32>>>
  %chunks = view.split 8 %m
  %g = kernel.group_id 0
  %n = kernel.num_groups 0
  kernel.for %w[w] = %g to N floordiv 8 step %n {
    %chunk = view.access %chunks[w]
    kernel.for %r[r] = 0 to 8 step 1 {
      %row = view.access %chunk[r]
      kernel.for %j = 0 to rows[8 * w + r] step 1 {
        %e = view.access %row[%j]
        // CHECK: kernel.store %c, %x[%j + sum(i : 8 * %w + %r, rows[i])] : f32
        view.store %c, %e
      }
    }
  }
}

// No row lies behind the last: a table is not longer than the lengths are.
// CHECK-LABEL: kernel.func @last_is_shorter<N, rows[N]>
// CHECK-SAME: sums [offsets[N + 1] by (i) -> (rows[i])]
kernel.func @last_is_shorter<N, rows[N]>(%x: !kernel.buffer<global, f32>, %c: f32) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<rows[i], f32>>>
  %chunks = view.partition %m into (N + 7) floordiv 8 by (i) -> (min(8, N - 8 * i))
  %g = kernel.group_id 0
  %n = kernel.num_groups 0
  kernel.for %w[w] = %g to (N + 7) floordiv 8 step %n {
    %chunk = view.access %chunks[w]
    kernel.for %r[r] = 0 to min(8, N - 8 * w) step 1 {
      %row = view.access %chunk[r]
      kernel.for %j = 0 to rows[8 * w + r] step 1 {
        %e = view.access %row[%j]
        // CHECK: kernel.store %c, %x[%j + sum(i : 8 * %w + %r, rows[i])] : f32
        view.store %c, %e
      }
    }
  }
}

// CHECK-LABEL: kernel.func @reversed<N, rows[N]>
// CHECK-SAME: sums [offsets[N + 1] by (i) -> (rows[i])]
kernel.func @reversed<N, rows[N]>(%x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<rows[i], f32>>>
  %reversed = view.gather %m by (i) -> (N - 1 - i)
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  kernel.for %k[k] = %g to N step %n {
    %row = view.access %reversed[k]
    kernel.for %j = 0 to rows[N - 1 - k] step 1 {
      %e = view.access %row[%j]
      // CHECK: kernel.load %x[%j + sum(i : N - %k - 1, rows[i])] : f32
      %v = view.load %e
    }
  }
}

// The rows of a chunk, one after the other: an element is found behind all the rows before the chunk. The same holds of a
// part of the rows, and of windows.
// CHECK-LABEL: kernel.func @joined
kernel.func @joined<N, rows[2 * N]>(%x: !kernel.buffer<global, f32>) {
  %m = view.memory %x : !view.view<!lift.array<i : 2 * N, !lift.array<rows[i], f32>>>
  %chunks = view.split 2 %m
  %g = kernel.global_id 0
  %n = kernel.global_size 0
  kernel.for %k[k] = %g to N step %n {
    %chunk = view.access %chunks[k]
    %flat = view.join %chunk
    kernel.for %j = 0 to rows[2 * k] + rows[2 * k + 1] step 1 {
      %e = view.access %flat[%j]
      // CHECK: kernel.load %x[%j + sum(i : 2 * %k, rows[i])] : f32
      %v = view.load %e
    }
  }
  %part = view.slice %m from N size N
  %behind = view.join %part
  %e = view.access %behind[%g]
  // CHECK: kernel.load %x[%g + sum(i : N, rows[i])] : f32
  %v = view.load %e
}

// Rows of chunks in memory: the chunks before one have all the rows before its first.
// CHECK-LABEL: kernel.func @kept_as_chunks<N, M, rows[M * N]>
// CHECK-SAME: sums [offsets[M * N] by (i) -> (rows[i])]
kernel.func @kept_as_chunks<N, M, rows[N * M]>(%x: !kernel.buffer<global, f32>, %c: f32) {
  %m = view.memory %x : !view.view<!lift.array<i : N, !lift.array<j : M, !lift.array<rows[M * i + j], f32>>>>
  kernel.for %w[w] = 0 to N step 1 {
    %chunk = view.access %m[w]
    kernel.for %r[r] = 0 to M step 1 {
      %row = view.access %chunk[r]
      kernel.for %j = 0 to rows[M * w + r] step 1 {
        %e = view.access %row[%j]
        // CHECK: kernel.store %c, %x[%j + sum(i : %w * M + %r, rows[i])] : f32
        view.store %c, %e
      }
    }
  }
}
