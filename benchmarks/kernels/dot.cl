// The dot product: four vectors of sums a chunk, then the sums of the chunks.

ITEM void dot_chunk(global const float *restrict x, global const float *restrict y, global float *restrict parts, int chunk) {
  size_t begin = (size_t)get_group_id(0) * chunk;
  float16 a = 0, b = 0, c = 0, d = 0;
  for (int i = 0; i < chunk; i += 64) {
    global const float *p = x + begin + i, *q = y + begin + i;
    a += LOAD16(p) * LOAD16(q);
    b += LOAD16(p + 16) * LOAD16(q + 16);
    c += LOAD16(p + 32) * LOAD16(q + 32);
    d += LOAD16(p + 48) * LOAD16(q + 48);
  }
  parts[get_group_id(0)] = SUM_OF_LANES((a + b) + (c + d));
}

// The sums of the chunks, and what is left after the last of them.
ITEM void dot_rest(global const float *restrict x, global const float *restrict y, global const float *restrict parts,
                   global float *restrict out, int chunks, int chunk, int n) {
  float sum = 0;
  for (int k = 0; k < chunks; k++) sum += parts[k];
  for (int i = chunks * chunk; i < n; i++) sum += x[i] * y[i];
  out[0] = sum;
}
