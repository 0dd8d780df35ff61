// Folds of SIDE x SIDE neighbours: vectors in the middle of a row, where nothing is outside, single numbers at both ends.
// Outside are the numbers at the edge (clamp), or -DMIRROR, -DWRAP, -DCONSTANT (a row of zeros is passed for it).
#ifndef SIDE
#define SIDE 3
#endif
#define R (SIDE / 2)
#define MIRRORED(v, n) ((v) < 0 ? -(v) - 1 : (v) >= (n) ? 2 * (n) - 1 - (v) : (v))
#define WRAPPED(v, n) ((v) < 0 ? (v) + (n) : (v) >= (n) ? (v) - (n) : (v))
#if defined(MIRROR)
#define ROW(v) (a + (size_t)MIRRORED(v, n) * m)
#define AT(p, v) p[MIRRORED(v, m)]
#elif defined(WRAP)
#define ROW(v) (a + (size_t)WRAPPED(v, n) * m)
#define AT(p, v) p[WRAPPED(v, m)]
#elif defined(CONSTANT)
#define ROW(v) ((v) < 0 || (v) >= n ? zeros : a + (size_t)(v) * m)
#define AT(p, v) ((v) < 0 || (v) >= m ? 0 : p[v])
#else
#define ROW(v) (a + (size_t)CLAMP(v, 0, n - 1) * m)
#define AT(p, v) p[CLAMP(v, 0, m - 1)]
#endif
// The range of neighbours, or their sum.
#ifdef RANGE
#define START(Type, first) Type most = (first), least = most;
#define TAKE(v) most = (v) > most ? (v) : most, least = (v) < least ? (v) : least
#define RESULT (most - least)
#else
#define START(Type, first) Type sum = 0;
#define TAKE(v) sum += (v)
#define RESULT sum
#endif

#define STENCIL(name, STORE)                                                                                            \
  ITEM void name(global const T *restrict a, global const T *restrict zeros, global T *restrict out, int rows, int n,  \
                 int m) {                                                                                              \
    for (int y = get_group_id(0) * rows; y < MIN((int)(get_group_id(0) + 1) * rows, n); y++) {                         \
      global const T *p[SIDE];                                                                                         \
      _Pragma("unroll") for (int j = 0; j < SIDE; j++) p[j] = ROW(y + j - R);                                          \
      int x = 16;                                                                                                      \
      for (; x + 16 + R <= m; x += 16) {                                                                               \
        START(wide, LOAD(p[0] + x))                                                                                    \
        _Pragma("unroll") for (int j = 0; j < SIDE; j++)                                                               \
          _Pragma("unroll") for (int i = -R; i <= R; i++) TAKE(LOAD(p[j] + x + i));                                    \
        STORE(RESULT, out + (size_t)y * m + x);                                                                        \
      }                                                                                                                \
      for (int t = 0; t < m; t = t == 15 ? x : t + 1) {                                                                \
        START(T, AT(p[0], t))                                                                                          \
        for (int j = 0; j < SIDE; j++)                                                                                 \
          for (int i = -R; i <= R; i++) TAKE(AT(p[j], t + i));                                                         \
        out[(size_t)y * m + t] = RESULT;                                                                               \
      }                                                                                                                \
    }                                                                                                                  \
  }

STENCIL(stencil, STORE)
STENCIL(stencil_past, STORE_PAST)

// QUAD rows at once: what is loaded is taken by all of them that it is a neighbour of. The last ones overlap those before.
#define QUAD 4
#define STENCIL_ROWS(name, STORE)                                                                                       \
  ITEM void name(global const T *restrict a, global const T *restrict zeros, global T *restrict out, int rows, int n,  \
                 int m) {                                                                                              \
    int begin = get_group_id(0) * rows, end = MIN(begin + rows, n);                                                    \
    for (int top = begin; top < end; top += QUAD) {                                                                    \
      int y = MIN(top, n - QUAD), x = 16;                                                                              \
      global const T *p[SIDE + QUAD - 1];                                                                              \
      _Pragma("unroll") for (int j = 0; j < SIDE + QUAD - 1; j++) p[j] = ROW(y + j - R);                               \
      for (; x + 16 + R <= m; x += 16) {                                                                               \
        wide sums[QUAD];                                                                                               \
        _Pragma("unroll") for (int q = 0; q < QUAD; q++) sums[q] = 0;                                                  \
        _Pragma("unroll") for (int j = 0; j < SIDE + QUAD - 1; j++)                                                    \
          _Pragma("unroll") for (int i = -R; i <= R; i++) {                                                            \
            wide v = LOAD(p[j] + x + i);                                                                               \
            _Pragma("unroll") for (int q = 0; q < QUAD; q++) if (q <= j && j < q + SIDE) sums[q] += v;                 \
          }                                                                                                            \
        _Pragma("unroll") for (int q = 0; q < QUAD; q++) STORE(sums[q], out + (size_t)(y + q) * m + x);                \
      }                                                                                                                \
      for (int q = 0; q < QUAD; q++)                                                                                   \
        for (int t = 0; t < m; t = t == 15 ? x : t + 1) {                                                              \
          T sum = 0;                                                                                                   \
          for (int j = 0; j < SIDE; j++)                                                                               \
            for (int i = -R; i <= R; i++) sum += AT(p[q + j], t + i);                                                  \
          out[(size_t)(y + q) * m + t] = sum;                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
  }

#ifndef RANGE
STENCIL_ROWS(stencil_rows, STORE)
STENCIL_ROWS(stencil_rows_past, STORE_PAST)
#endif

#ifndef RANGE
// A point times a number plus its six neighbours in space; rows of the plane above, below, before and behind.
#define SEVEN_POINT(name, STORE)                                                                                        \
  ITEM void name(global const float *restrict a, float centre, global float *restrict out, int rows, int planes, int n, \
                 int m) {                                                                                              \
    int begin = get_group_id(0) * rows, end = MIN(begin + rows, planes * n);                                           \
    for (int line = begin; line < end; line++) {                                                                       \
      int z = line / n, y = line % n;                                                                                  \
      global const float *p = a + (size_t)line * m, *above = y > 0 ? p - m : p, *below = y < n - 1 ? p + m : p;        \
      global const float *front = z > 0 ? p - (size_t)n * m : p, *back = z < planes - 1 ? p + (size_t)n * m : p;       \
      int x = 16;                                                                                                      \
      for (; x + 17 <= m; x += 16) {                                                                                   \
        float16 s = centre * LOAD16(p + x) + LOAD16(front + x) + LOAD16(back + x) + LOAD16(above + x);                 \
        STORE(s + LOAD16(below + x) + LOAD16(p + x - 1) + LOAD16(p + x + 1), out + (size_t)line * m + x);              \
      }                                                                                                                \
      for (int t = 0; t < m; t = t == 15 ? x : t + 1) {                                                                \
        float s = centre * p[t] + front[t] + back[t] + above[t] + below[t];                                            \
        out[(size_t)line * m + t] = s + p[t > 0 ? t - 1 : 0] + p[t < m - 1 ? t + 1 : m - 1];                           \
      }                                                                                                                \
    }                                                                                                                  \
  }

SEVEN_POINT(seven_point, STORE16)
SEVEN_POINT(seven_point_past, STORE16_PAST)

// A sweep of Jacobi's method: the mean of four neighbours, with a row of zeros around.
#define JACOBI(name, STORE)                                                                                             \
  ITEM void name(global const float *restrict a, global const float *restrict zeros, global float *restrict out,       \
                 int rows, int n, int m) {                                                                             \
    for (int y = get_group_id(0) * rows; y < MIN((int)(get_group_id(0) + 1) * rows, n); y++) {                         \
      global const float *p = a + (size_t)y * m, *above = y > 0 ? p - m : zeros, *below = y < n - 1 ? p + m : zeros;   \
      int x = 16;                                                                                                      \
      for (; x + 17 <= m; x += 16)                                                                                     \
        STORE((LOAD16(above + x) + LOAD16(p + x - 1) + LOAD16(p + x + 1) + LOAD16(below + x)) * 0.25f,                 \
              out + (size_t)y * m + x);                                                                                \
      for (int t = 0; t < m; t = t == 15 ? x : t + 1)                                                                  \
        out[(size_t)y * m + t] =                                                                                       \
            (above[t] + (t > 0 ? p[t - 1] : 0) + (t < m - 1 ? p[t + 1] : 0) + below[t]) * 0.25f;                       \
    }                                                                                                                  \
  }

JACOBI(jacobi, STORE16)
JACOBI(jacobi_past, STORE16_PAST)
#endif
