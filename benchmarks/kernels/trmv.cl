// A triangular matrix, packed, times a vector: row i has i + 1 entries, from i (i + 1) / 2 on. Four vectors of sums a row.

ITEM void trmv(global const float *restrict a, global const float *restrict x, global float *restrict out, int rows) {
  for (int q = 0; q < rows; q++) {
    int row = get_group_id(0) * rows + q, n = row + 1, i = 0;
    global const float *p = a + (size_t)row * n / 2;
    float16 s = 0, t = 0, u = 0, v = 0;
    for (; i + 64 <= n; i += 64) {
      s += LOAD16(p + i) * LOAD16(x + i);
      t += LOAD16(p + i + 16) * LOAD16(x + i + 16);
      u += LOAD16(p + i + 32) * LOAD16(x + i + 32);
      v += LOAD16(p + i + 48) * LOAD16(x + i + 48);
    }
    for (; i + 16 <= n; i += 16) s += LOAD16(p + i) * LOAD16(x + i);
    float sum = SUM_OF_LANES((s + t) + (u + v));
    for (; i < n; i++) sum += p[i] * x[i];
    out[row] = sum;
  }
}
