// Rows, each on its own: what is computed of all of it is in local memory between the passes over it.
#include "vector_math.h"

#define MOST(a, b) ((a) > (b) ? (a) : (b))
#define SOFTMAX(name, STORE)                                                                                            \
  ITEM void name(global const float *restrict a, global float *restrict out, local float *restrict powers, int rows,   \
                 int n, int m) {                                                                                       \
    for (int y = get_group_id(0) * rows; y < MIN((int)(get_group_id(0) + 1) * rows, n); y++) {                         \
      global const float *p = a + (size_t)y * m;                                                                       \
      global float *to = out + (size_t)y * m;                                                                          \
      int i = 0;                                                                                                       \
      float16 u = -INFINITY, v = u;                                                                                    \
      for (; i + 32 <= m; i += 32) {                                                                                   \
        u = MOST(LOAD16(p + i), u);                                                                                    \
        v = MOST(LOAD16(p + i + 16), v);                                                                               \
      }                                                                                                                \
      u = MOST(u, v);                                                                                                  \
      float most = most_of_8(MOST(u.lo, u.hi));                                                                        \
      for (; i < m; i++) most = MOST(p[i], most);                                                                      \
      float16 sums = 0;                                                                                                \
      for (i = 0; i + 16 <= m; i += 16) {                                                                              \
        float16 d = LOAD16(p + i) - most, e = EXP(d);                                                                  \
        LOCAL16(powers + i) = e;                                                                                       \
        sums += e;                                                                                                     \
      }                                                                                                                \
      float sum = SUM_OF_LANES(sums);                                                                                  \
      for (; i < m; i++) sum += powers[i] = exp_of_8((float8)(p[i] - most)).s0;                                        \
      float share = 1.0f / sum;                                                                                        \
      for (i = 0; i + 16 <= m; i += 16) STORE(LOCAL16(powers + i) * share, to + i);                                    \
      for (; i < m; i++) to[i] = powers[i] * share;                                                                    \
    }                                                                                                                  \
  }

SOFTMAX(softmax, STORE16)
SOFTMAX(softmax_past, STORE16_PAST)

// Rows that differ in length, neighbours of them that have so many numbers.
ITEM void softmax_rows(global const int *restrict begins, global const float *restrict a, global float *restrict out,
                       local float *restrict powers, int chunk, int n) {
  int low = 0, high = n, begin = get_group_id(0) * chunk;
  while (low < high) { // the first row that begins here
    int middle = (low + high) / 2;
    if (begins[middle] < begin) low = middle + 1;
    else high = middle;
  }
  for (int y = low; y < n && begins[y] < begin + chunk; y++) {
    global const float *p = a + begins[y];
    global float *to = out + begins[y];
    int i = 0, m = begins[y + 1] - begins[y];
    float16 u = -INFINITY;
    for (; i + 16 <= m; i += 16) u = MOST(LOAD16(p + i), u);
    float most = most_of_8(MOST(u.lo, u.hi));
    for (; i < m; i++) most = MOST(p[i], most);
    float16 sums = 0;
    for (i = 0; i + 16 <= m; i += 16) {
      float16 d = LOAD16(p + i) - most, e = EXP(d);
      LOCAL16(powers + i) = e;
      sums += e;
    }
    float sum = SUM_OF_LANES(sums);
    for (; i < m; i++) sum += powers[i] = exp_of_8((float8)(p[i] - most)).s0;
    float share = 1.0f / sum;
    for (i = 0; i + 16 <= m; i += 16) STORE16(LOCAL16(powers + i) * share, to + i);
    for (; i < m; i++) to[i] = powers[i] * share;
  }
}

#define LAYER_NORM(name, STORE)                                                                                         \
  ITEM void name(global const float *restrict a, global const float *restrict scale, global const float *restrict shift, \
                 global float *restrict out, int rows, int n, int m) {                                                 \
    for (int y = get_group_id(0) * rows; y < MIN((int)(get_group_id(0) + 1) * rows, n); y++) {                         \
      global const float *p = a + (size_t)y * m;                                                                       \
      global float *to = out + (size_t)y * m;                                                                          \
      int i = 0;                                                                                                       \
      float16 u = 0, v = 0;                                                                                            \
      for (; i + 32 <= m; i += 32) {                                                                                   \
        u += LOAD16(p + i);                                                                                            \
        v += LOAD16(p + i + 16);                                                                                       \
      }                                                                                                                \
      float sum = SUM_OF_LANES(u + v);                                                                                 \
      for (; i < m; i++) sum += p[i];                                                                                  \
      float mean = sum / m;                                                                                            \
      u = 0, v = 0;                                                                                                    \
      for (i = 0; i + 32 <= m; i += 32) {                                                                              \
        float16 d = LOAD16(p + i) - mean, e = LOAD16(p + i + 16) - mean;                                               \
        u += d * d;                                                                                                    \
        v += e * e;                                                                                                    \
      }                                                                                                                \
      float squares = SUM_OF_LANES(u + v);                                                                             \
      for (; i < m; i++) squares += (p[i] - mean) * (p[i] - mean);                                                     \
      float inverse = 1.0f / __builtin_sqrtf(squares / m + 1e-5f);                                                     \
      for (i = 0; i + 16 <= m; i += 16)                                                                                \
        STORE((LOAD16(p + i) - mean) * inverse * LOAD16(scale + i) + LOAD16(shift + i), to + i);                       \
      for (; i < m; i++) to[i] = (p[i] - mean) * inverse * scale[i] + shift[i];                                        \
    }                                                                                                                  \
  }

LAYER_NORM(layer_norm, STORE16)
LAYER_NORM(layer_norm_past, STORE16_PAST)
