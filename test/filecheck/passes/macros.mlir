// RUN: lift-opt %s -p 'lift-apply{step="register_block_2d mr=4 nr=16 w=8 at %%c"}' | filecheck %s --check-prefix=BLOCK
// RUN: lift-opt %s -p 'lift-apply{step="tile_k n=4 at %%sum"}' | filecheck %s --check-prefix=TILE
// RUN: lift-opt %s -p 'lift-apply{step="vectorise_reduction w=4 at %%sum"}' | filecheck %s --check-prefix=VECTOR
// RUN: lift-opt %s -p 'lift-apply{step="pack at %%columns"}' | filecheck %s --check-prefix=PACK
// RUN: not lift-opt %s -p 'lift-apply{step="register_block_2d mr=4 nr=16 w=8 at %%line"}' 2>&1 | filecheck %s --check-prefix=REFUSED

// BLOCK: %sum = ocl.reduce_seq {{.*}} !lift.array<4, !lift.array<2, vector<8xf32>>>
// TILE: %row_rows = lift.split 4 %row
// TILE: %sum_n = lift.reduce
// TILE: %sum = lift.reduce
// VECTOR: %sum_lanes = lift.reduce {{.*}} !lift.array<1, vector<4xf32>>
// VECTOR: %sum_total = lift.reduce
// PACK: %columns_copy = lift.map
// REFUSED: error[LIFT0366]: `register_block_2d at %line` does not hold: there is no map with a map inside of it
lift.def @matmul<M, K, N>(%a: !lift.array<8 * M, !lift.array<4 * K, f32>>, %b: !lift.array<4 * K, !lift.array<16 * N, f32>>)
    -> !lift.array<8 * M, !lift.array<16 * N, f32>> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b
  %c = lift.map (%row) in %a {
    %line = lift.map (%column) in %columns {
      %xy = lift.zip %row, %column
      %sum = lift.reduce (%acc, %p) in %xy from %zero {
        %u = lift.get %p[0]
        %v = lift.get %p[1]
        %uv = arith.mulf %u, %v : f32
        %s = arith.addf %acc, %uv : f32
        lift.yield %s
      }
      lift.yield %sum
    }
    lift.yield %line
  }
  lift.return %c
}
