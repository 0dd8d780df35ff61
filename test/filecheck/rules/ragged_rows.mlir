// Rules for folds and scans inside of maps, on rows of different lengths.
// RUN: lift-opt %s -p 'lift-apply{step="reduce_peel n=4 at %%sum" function=triangle},lift-apply{step="reduce_lanes n=4 at %%sum" function=triangle}' | filecheck %s --check-prefix=LANES
// RUN: lift-opt %s -p 'lift-apply{step="reduce_peel n=2 at %%sum" function=table},lift-apply{step="reduce_to_accumulators k=2 at %%sum" function=table}' | filecheck %s --check-prefix=ACCUMULATORS
// RUN: lift-opt %s -p 'lift-apply{step="reduce_split n=2 at %%sum" function=fours}' | filecheck %s --check-prefix=SPLIT
// RUN: lift-opt %s -p 'lift-apply{step="reduce_in_chunks n=4 at %%sum" function=rows_of_rows}' | filecheck %s --check-prefix=CHUNKS
// RUN: lift-opt %s -p 'lift-apply{step="scan_in_chunks n=4 at %%r" function=scans}' | filecheck %s --check-prefix=SCAN
// RUN: not lift-opt %s -p 'lift-apply{step="reduce_lanes n=4 at %%sum" function=triangle}' 2>&1 | filecheck %s --check-prefix=DIVIDED

// DIVIDED: error[LIFT0366]: `reduce_lanes n=4 at %sum` does not hold: `(i + 1) mod 4 eq 0` is not proved
// LANES-LABEL: lift.def @triangle
// LANES:      %main = lift.slice %both from 0 size 4 * ((i + 1) floordiv 4)
// LANES:      %split = lift.split 4 %main
// LANES:      %sum_lanes = lift.reduce (%acc_n, %p_n) in %split from %init
// LANES:      %sum_total = lift.reduce
// LANES:      %rest = lift.slice %both from 4 * ((i + 1) floordiv 4) size (i + 1) mod 4
// LANES:      %sum_rest = lift.reduce (%{{.*}}, %{{.*}}) in %rest from %sum_total
lift.def @triangle<N>(%xss: !lift.array<i : N, !lift.array<i + 1, f32>>, %ys: !lift.array<N, f32>) -> !lift.array<N, f32> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.map (%row)[i] in %xss {
    %part = lift.slice %ys from 0 size i + 1
    %both = lift.zip %row, %part
    %sum = lift.reduce (%acc, %p) in %both from %zero {
      %x = lift.get %p[0]
      %y = lift.get %p[1]
      %xy = arith.mulf %x, %y : f32
      %s = arith.addf %acc, %xy : f32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %rows
}

// ACCUMULATORS-LABEL: lift.def @table
// ACCUMULATORS: %main = lift.slice %row from 0 size 2 * (lens[i] floordiv 2)
// ACCUMULATORS: %sum = lift.reduce (%acc_n, %x_n)[j] in %split from %init
lift.def @table<M, lens[M]>(%xss: !lift.array<i : M, !lift.array<lens[i], i32>>, %a: i32) -> !lift.array<M, i32> {
  %rows = lift.map (%row)[i] in %xss {
    %sum = lift.reduce (%acc, %x)[k] in %row from %a {
      %n = lift.nat k + i : i32
      %y = arith.muli %x, %n : i32
      %s = arith.addi %acc, %y : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %rows
}

lift.def @scans_of_fours<N>(%xss: !lift.array<i : N, !lift.array<4 * i, i32>>, %a: i32) -> !lift.array<i : N, !lift.array<4 * i, i32>> {
  %rows = lift.map (%row)[i] in %xss {
    %r = lift.scan (%acc, %x)[k] in %row from %a {
      %n = lift.nat k + i : i32
      %y = arith.muli %x, %n : i32
      %s = arith.addi %acc, %y : i32
      lift.yield %s
    }
    lift.yield %r
  }
  lift.return %rows
}

// SPLIT-LABEL: lift.def @fours
// SPLIT: %sum_n = lift.reduce (%acc_n, %x_n)[{{i[0-9]+}}] in %split from %a
// SPLIT: %sum = lift.reduce (%acc, %x)[k] in %x_n from %acc_n
lift.def @fours<N>(%xss: !lift.array<i : N, !lift.array<4 * i, i32>>, %a: i32) -> !lift.array<N, i32> {
  %rows = lift.map (%row)[i] in %xss {
    %sum = lift.reduce (%acc, %x)[k] in %row from %a {
      %n = lift.nat k + i : i32
      %y = arith.muli %x, %n : i32
      %s = arith.addi %acc, %y : i32
      lift.yield %s
    }
    lift.yield %sum
  }
  lift.return %rows
}

// SCAN-LABEL: lift.def @scans<
// SCAN: %main = lift.slice %row from 0 size 4 * ((i + 1) floordiv 4)
// SCAN: %rows.2 = lift.map
// SCAN: lift.concat
lift.def @scans<N>(%xss: !lift.array<i : N, !lift.array<i + 1, i32>>, %a: i32) -> !lift.array<i : N, !lift.array<i + 1, i32>> {
  %rows = lift.map (%row)[i] in %xss {
    %r = lift.scan (%acc, %x)[k] in %row from %a {
      %n = lift.nat k + i : i32
      %y = arith.muli %x, %n : i32
      %s = arith.addi %acc, %y : i32
      lift.yield %s
    }
    lift.yield %r
  }
  lift.return %rows
}

// CHUNKS-LABEL: lift.def @rows_of_rows
// CHUNKS: %chunks = lift.split 4 %row : !lift.array<i + 1, !lift.array<4, i32>>
// CHUNKS: %parts = lift.map (%chunk)[{{.*}}] in %chunks
lift.def @rows_of_rows<N>(%xsss: !lift.array<i : N, !lift.array<i + 2, !lift.array<4 * i + 4, i32>>>, %a: i32) -> !lift.array<i : N, !lift.array<i + 2, i32>> {
  %outer = lift.map (%xss)[i] in %xsss {
    %rows = lift.map (%row)[j] in %xss {
      %sum = lift.reduce (%acc, %x)[k] in %row from %a {
        %n = lift.nat k + i + j : i32
        %y = arith.muli %x, %n : i32
        %s = arith.addi %acc, %y : i32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %rows
  }
  lift.return %outer
}
