// A matrix times a vector, alpha A x + beta y: several rows at once, one vector of sums each, so that x is loaded once for all.
#define GEMV(name, ROWS)                                                                                                \
  ITEM void name(global const float *restrict a, global const float *restrict x, global const float *restrict y,       \
                 global float *restrict out, float alpha, float beta, int rows, int m) {                               \
    for (int q = 0; q < rows; q += ROWS) {                                                                             \
      int row = get_group_id(0) * rows + q;                                                                            \
      global const float *p = a + (size_t)row * m;                                                                     \
      float16 sums[ROWS];                                                                                              \
      _Pragma("unroll") for (int k = 0; k < ROWS; k++) sums[k] = 0;                                                    \
      for (int i = 0; i < m; i += 16) {                                                                                \
        float16 v = LOAD16(x + i);                                                                                     \
        _Pragma("unroll") for (int k = 0; k < ROWS; k++) sums[k] += LOAD16(p + (size_t)k * m + i) * v;                 \
      }                                                                                                                \
      _Pragma("unroll") for (int k = 0; k < ROWS; k++)                                                                 \
        out[row + k] = alpha * SUM_OF_LANES(sums[k]) + beta * y[row + k];                                              \
    }                                                                                                                  \
  }

GEMV(gemv_rows4, 4)
GEMV(gemv_rows8, 8)
