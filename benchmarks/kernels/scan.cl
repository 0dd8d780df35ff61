// Prefix sums: the sum of each chunk, the sums before each chunk, and then each chunk from there.

ITEM void scan_reduce(global const float *restrict x, global float *restrict sums, int chunk) {
  global const float *p = x + (size_t)get_group_id(0) * chunk;
  float16 a = 0, b = 0, c = 0, d = 0;
  for (int i = 0; i < chunk; i += 64) {
    a += LOAD16(p + i);
    b += LOAD16(p + i + 16);
    c += LOAD16(p + i + 32);
    d += LOAD16(p + i + 48);
  }
  sums[get_group_id(0)] = SUM_OF_LANES((a + b) + (c + d));
}

ITEM void scan_sums(global float *restrict sums, int chunks) {
  float sum = 0;
  for (int k = 0; k < chunks; k++) {
    float own = sums[k];
    sums[k] = sum;
    sum += own;
  }
}

// One number after the other.
ITEM void scan_one(global const float *restrict x, global const float *restrict sums, global float *restrict out, int chunk) {
  size_t begin = (size_t)get_group_id(0) * chunk;
  float sum = sums[get_group_id(0)];
  for (int i = 0; i < chunk; i++) out[begin + i] = sum += x[begin + i];
}

// Four neighbouring chunks in one loop: four sums that do not wait for each other.
ITEM void scan_four(global const float *restrict x, global const float *restrict sums, global float *restrict out, int chunk) {
  int first = 4 * get_group_id(0);
  global const float *from = x + (size_t)first * chunk;
  global float *to = out + (size_t)first * chunk;
  float a = sums[first], b = sums[first + 1], c = sums[first + 2], d = sums[first + 3];
  for (int i = 0; i < chunk; i++) {
    to[i] = a += from[i];
    to[chunk + i] = b += from[chunk + i];
    to[2 * chunk + i] = c += from[2 * chunk + i];
    to[3 * chunk + i] = d += from[3 * chunk + i];
  }
}

// Sixteen at once: in a vector each lane adds the one that is 1, 2, 4 and 8 before it.
#define BEFORE(v, ...) __builtin_shufflevector((float16)(0), v, __VA_ARGS__)
#define SCAN_VECTORS(name, STORE)                                                                                       \
  ITEM void name(global const float *restrict x, global const float *restrict sums, global float *restrict out,        \
                 int chunk) {                                                                                          \
    size_t begin = (size_t)get_group_id(0) * chunk;                                                                    \
    float sum = sums[get_group_id(0)];                                                                                 \
    for (int i = 0; i < chunk; i += 16) {                                                                              \
      float16 v = LOAD16(x + begin + i);                                                                               \
      v += BEFORE(v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);                                   \
      v += BEFORE(v, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);                                    \
      v += BEFORE(v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);                                      \
      v += BEFORE(v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);                                          \
      STORE(v + sum, out + begin + i);                                                                                 \
      sum += v.sF;                                                                                                     \
    }                                                                                                                  \
  }

SCAN_VECTORS(scan_vectors, STORE16)
SCAN_VECTORS(scan_vectors_past, STORE16_PAST)
