// A matrix times a vector, alpha A x + beta y: several rows at once, one vector of sums each, so that x is loaded once for all.
#define GEMV(name, ROWS)                                                                                                \
  ITEM void name(global const float *restrict a, global const float *restrict x, global const float *restrict y,       \
                 global float *restrict out, float alpha, float beta, int rows, int n, int m) {                        \
    int row = get_group_id(0) * rows, end = MIN(row + rows, n);                                                        \
    for (; row + ROWS <= end; row += ROWS) {                                                                           \
      global const float *p = a + (size_t)row * m;                                                                     \
      float16 sums[ROWS];                                                                                              \
      _Pragma("unroll") for (int k = 0; k < ROWS; k++) sums[k] = 0;                                                    \
      int i = 0;                                                                                                       \
      for (; i + 16 <= m; i += 16) {                                                                                   \
        float16 v = LOAD16(x + i);                                                                                     \
        _Pragma("unroll") for (int k = 0; k < ROWS; k++) sums[k] += LOAD16(p + (size_t)k * m + i) * v;                 \
      }                                                                                                                \
      _Pragma("unroll") for (int k = 0; k < ROWS; k++) {                                                               \
        float sum = SUM_OF_LANES(sums[k]);                                                                             \
        for (int j = i; j < m; j++) sum += p[(size_t)k * m + j] * x[j];                                                \
        out[row + k] = alpha * sum + beta * y[row + k];                                                                \
      }                                                                                                                \
    }                                                                                                                  \
    for (; row < end; row++) {                                                                                         \
      float sum = 0;                                                                                                   \
      for (int j = 0; j < m; j++) sum += a[(size_t)row * m + j] * x[j];                                                \
      out[row] = alpha * sum + beta * y[row];                                                                          \
    }                                                                                                                  \
  }

GEMV(gemv_rows4, 4)
GEMV(gemv_rows8, 8)

// A transposed matrix times a vector: a work item adds several of its rows at once to sums in local memory, one for each column,
// and then the sums of the items are added up.
#define TRANSPOSED(name, ROWS)                                                                                          \
  ITEM void name(global const float *restrict a, global const float *restrict x, global float *restrict parts,         \
                 local float *restrict sums, int rows, int n, int m) {                                                 \
    int row = get_group_id(0) * rows, end = MIN(row + rows, n);                                                        \
    for (int j = 0; j < m; j++) sums[j] = 0;                                                                           \
    for (; row + ROWS <= end; row += ROWS) {                                                                           \
      global const float *p = a + (size_t)row * m;                                                                     \
      float w[ROWS];                                                                                                   \
      _Pragma("unroll") for (int k = 0; k < ROWS; k++) w[k] = x[row + k];                                              \
      int j = 0;                                                                                                       \
      for (; j + 16 <= m; j += 16) {                                                                                   \
        float16 sum = LOCAL16(sums + j);                                                                               \
        _Pragma("unroll") for (int k = 0; k < ROWS; k++) sum += w[k] * LOAD16(p + (size_t)k * m + j);                  \
        LOCAL16(sums + j) = sum;                                                                                       \
      }                                                                                                                \
      for (; j < m; j++)                                                                                               \
        for (int k = 0; k < ROWS; k++) sums[j] += w[k] * p[(size_t)k * m + j];                                         \
    }                                                                                                                  \
    for (; row < end; row++)                                                                                           \
      for (int j = 0; j < m; j++) sums[j] += x[row] * a[(size_t)row * m + j];                                          \
    for (int j = 0; j < m; j++) parts[(size_t)get_group_id(0) * m + j] = sums[j];                                      \
  }

TRANSPOSED(gemv_transposed_rows4, 4)
TRANSPOSED(gemv_transposed_rows8, 8)

ITEM void gemv_add(global const float *restrict parts, global float *restrict out, int count, int columns, int m) {
  int j = get_group_id(0) * columns, end = MIN(j + columns, m);
  for (; j + 16 <= end; j += 16) {
    float16 sum = 0;
    for (int k = 0; k < count; k++) sum += LOAD16(parts + (size_t)k * m + j);
    STORE16(sum, out + j);
  }
  for (; j < end; j++) {
    float sum = 0;
    for (int k = 0; k < count; k++) sum += parts[(size_t)k * m + j];
    out[j] = sum;
  }
}
