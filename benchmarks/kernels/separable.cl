// A separable convolution of 17 taps, clamped at the border: the columns of a row into local memory, then the row from there.
#define TAPS 17
#define R (TAPS / 2)
#define SEPARABLE(name, STORE)                                                                                          \
  ITEM void name(global const float *restrict a, global const float *restrict taps, global float *restrict out,        \
                 local float *restrict own, int rows, int n, int m) {                                                  \
    for (int q = 0; q < rows; q++) {                                                                                   \
      int y = get_group_id(0) * rows + q;                                                                              \
      global const float *p[TAPS];                                                                                     \
      _Pragma("unroll") for (int k = 0; k < TAPS; k++) p[k] = a + (size_t)CLAMP(y + k - R, 0, n - 1) * m;              \
      for (int x = 0; x < m; x += 16) {                                                                                \
        float16 s = 0;                                                                                                 \
        _Pragma("unroll") for (int k = 0; k < TAPS; k++) s += (float16)(taps[k]) * LOAD16(p[k] + x);                   \
        LOCAL16(own + R + x) = s;                                                                                      \
      }                                                                                                                \
      for (int k = 0; k < R; k++) {                                                                                    \
        own[k] = own[R];                                                                                               \
        own[m + R + k] = own[m + R - 1];                                                                               \
      }                                                                                                                \
      for (int x = 0; x < m; x += 16) {                                                                                \
        float16 s = 0;                                                                                                 \
        _Pragma("unroll") for (int k = 0; k < TAPS; k++) s += (float16)(taps[k]) * LOCAL16(own + x + k);               \
        STORE(s, out + (size_t)y * m + x);                                                                             \
      }                                                                                                                \
    }                                                                                                                  \
  }

SEPARABLE(separable, STORE16)
SEPARABLE(separable_past, STORE16_PAST)
