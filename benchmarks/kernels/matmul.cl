// C = A B. A work item has a panel of 8 * VECTORS columns of B, packed in local memory, and computes ROWS rows of C at once in
// registers: 12 vectors of sums, of the 16 that AVX2 has. Any n >= ROWS and m >= 8 * VECTORS: the last blocks overlap their
// neighbours, and write the same numbers.

ITEM void matmul_panel(global const float *restrict a, global const float *restrict b, global float *restrict c,
                       local float *restrict panel, int n, int depth, int m) {
  int j = MIN(8 * VECTORS * (int)get_group_id(0), m - 8 * VECTORS);
  for (int k = 0; k < depth; k++)
    #pragma unroll
    for (int v = 0; v < VECTORS; v++) LOCAL8(panel + 8 * (VECTORS * k + v)) = LOAD8(b + (size_t)k * m + j + 8 * v);
  for (int first = 0; first < n; first += ROWS) {
    int i = MIN(first, n - ROWS);
    global const float *restrict rows = a + (size_t)i * depth;
    float8 sums[ROWS * VECTORS];
    #pragma unroll
    for (int q = 0; q < ROWS * VECTORS; q++) sums[q] = 0;
    for (int k = 0; k < depth; k++) {
      float8 w[VECTORS];
      #pragma unroll
      for (int v = 0; v < VECTORS; v++) w[v] = LOCAL8(panel + 8 * (VECTORS * k + v));
      #pragma unroll
      for (int r = 0; r < ROWS; r++) {
        float s = rows[r * depth + k];
        #pragma unroll
        for (int v = 0; v < VECTORS; v++) sums[r * VECTORS + v] += (float8)(s) * w[v];
      }
    }
    #pragma unroll
    for (int q = 0; q < ROWS * VECTORS; q++)
      STORE8(sums[q], c + (size_t)(i + q / VECTORS) * m + j + 8 * (q % VECTORS));
  }
}
