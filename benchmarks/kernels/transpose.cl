// Transposition by tiles of 16 x 16.

// A tile in private memory: rows in, columns out. A work item has 16 rows.
ITEM void transpose_private(global const float *restrict a, global float *restrict out, int n, int m) {
  int y = 16 * get_group_id(0);
  for (int x = 0; x < m; x += 16) {
    float tile[16][16];
    for (int i = 0; i < 16; i++) *(floats16 *)tile[i] = LOAD16(a + (size_t)(y + i) * m + x);
    for (int j = 0; j < 16; j++)
      for (int i = 0; i < 16; i++) out[(size_t)(x + j) * n + y + i] = tile[i][j];
  }
}

// A tile in registers: four rounds, each of which shuffles rows i and i + 8 into each other.
#define LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define SHUFFLE(to, from)                                                                                               \
  _Pragma("unroll") for (int i = 0; i < 8; i++) {                                                                      \
    to[2 * i] = LOW(from[i], from[i + 8]);                                                                             \
    to[2 * i + 1] = HIGH(from[i], from[i + 8]);                                                                        \
  }
#define TILE(from, to, n, STORE)                                                                                        \
  do {                                                                                                                 \
    float16 r[16], s[16];                                                                                              \
    _Pragma("unroll") for (int i = 0; i < 16; i++) r[i] = LOAD16((from) + (size_t)i * m);                              \
    SHUFFLE(s, r)                                                                                                      \
    SHUFFLE(r, s)                                                                                                      \
    SHUFFLE(s, r)                                                                                                      \
    SHUFFLE(r, s)                                                                                                      \
    _Pragma("unroll") for (int i = 0; i < 16; i++) STORE(r[i], (to) + (size_t)i * n);                                  \
  } while (0)

// Blocks of 64 x 64 that the caches hold, made of tiles; what is no whole tile goes number by number.
#define BLOCKS(name, STORE)                                                                                             \
  ITEM void name(global const float *restrict a, global float *restrict out, int n, int m) {                           \
    int y = 64 * get_group_id(0), bottom = MIN(y + 64, n), whole = y + (bottom - y) / 16 * 16;                         \
    for (int x = 0; x < m; x += 64)                                                                                    \
      for (int to = x; to < MIN(x + 64, m); to += 16) {                                                                \
        int from = y;                                                                                                  \
        if (to + 16 <= m)                                                                                              \
          for (; from < whole; from += 16) TILE(a + (size_t)from * m + to, out + (size_t)to * n + from, n, STORE);        \
        for (int j = to; j < MIN(to + 16, m); j++)                                                                     \
          for (int i = from; i < bottom; i++) out[(size_t)j * n + i] = a[(size_t)i * m + j];                           \
      }                                                                                                                \
  }

BLOCKS(transpose_blocks, STORE16)
BLOCKS(transpose_blocks_past, STORE16_PAST)

// Sixteen rows from the left to the right, eight columns at a time, of which each is a vector that fills a line of a cache.
#define COLUMN(k)                                                                                                       \
  (float16)(r[0].s##k, r[1].s##k, r[2].s##k, r[3].s##k, r[4].s##k, r[5].s##k, r[6].s##k, r[7].s##k, r[8].s##k,         \
            r[9].s##k, r[10].s##k, r[11].s##k, r[12].s##k, r[13].s##k, r[14].s##k, r[15].s##k)
#define ROWS(name, STORE)                                                                                               \
  ITEM void name(global const float *restrict a, global float *restrict out, int n, int m) {                           \
    int y = 16 * get_group_id(0), x = 0;                                                                               \
    for (; y + 16 <= n && x + 8 <= m; x += 8) {                                                                        \
      float8 r[16];                                                                                                    \
      _Pragma("unroll") for (int i = 0; i < 16; i++) r[i] = LOAD8(a + (size_t)(y + i) * m + x);                        \
      global float *to = out + (size_t)x * n + y;                                                                      \
      STORE(COLUMN(0), to);                                                                                            \
      STORE(COLUMN(1), to + n);                                                                                        \
      STORE(COLUMN(2), to + 2 * n);                                                                                    \
      STORE(COLUMN(3), to + 3 * n);                                                                                    \
      STORE(COLUMN(4), to + 4 * n);                                                                                    \
      STORE(COLUMN(5), to + 5 * n);                                                                                    \
      STORE(COLUMN(6), to + 6 * n);                                                                                    \
      STORE(COLUMN(7), to + 7 * n);                                                                                    \
    }                                                                                                                  \
    for (; x < m; x++)                                                                                                 \
      for (int i = y; i < MIN(y + 16, n); i++) out[(size_t)x * n + i] = a[(size_t)i * m + x];                          \
  }

ROWS(transpose_rows, STORE16)
ROWS(transpose_rows_past, STORE16_PAST)
