// The sum of 3 x 3 neighbours, where the border is clamped: vectors without clamps in the middle, single numbers at both ends.
#define STENCIL(name, STORE)                                                                                            \
  ITEM void name(global const float *restrict a, global float *restrict out, int rows, int n, int m) {                 \
    for (int q = 0; q < rows; q++) {                                                                                   \
      int y = get_group_id(0) * rows + q;                                                                              \
      global const float *p[3];                                                                                        \
      _Pragma("unroll") for (int j = 0; j < 3; j++) p[j] = a + (size_t)CLAMP(y + j - 1, 0, n - 1) * m;                 \
      for (int x = 16; x < m - 16; x += 16) {                                                                          \
        float16 s = 0;                                                                                                 \
        _Pragma("unroll") for (int j = 0; j < 3; j++)                                                                  \
          _Pragma("unroll") for (int i = -1; i <= 1; i++) s += LOAD16(p[j] + x + i);                                   \
        STORE(s, out + (size_t)y * m + x);                                                                             \
      }                                                                                                                \
      for (int t = 0; t < 32; t++) {                                                                                   \
        int x = t < 16 ? t : m - 32 + t;                                                                               \
        float s = 0;                                                                                                   \
        for (int j = 0; j < 3; j++)                                                                                    \
          for (int i = -1; i <= 1; i++) s += p[j][CLAMP(x + i, 0, m - 1)];                                             \
        out[(size_t)y * m + x] = s;                                                                                    \
      }                                                                                                                \
    }                                                                                                                  \
  }

STENCIL(stencil, STORE16)
STENCIL(stencil_past, STORE16_PAST)
