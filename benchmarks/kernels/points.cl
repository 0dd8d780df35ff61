// Points, each on its own: sixteen of them in vectors, each against all that it is compared with.
#include "vector_math.h"

typedef int16 __attribute__((aligned(4))) ints16;
#define STORE_INTS(v, p) (*(global ints16 *)(p) = (v))

// To which of the centres a point is nearest; points are stored coordinate by coordinate. Four centres at once.
ITEM void kmeans(global const float *restrict features, global const float *restrict centres, global int *restrict out,
                 int points, int n, int count, int width) {
  int begin = get_group_id(0) * points, end = MIN(begin + points, n);
  for (int first = begin; first < end; first += 16) {
    int i = MIN(first, n - 16);
    float16 least = INFINITY;
    int16 which = 0;
    int c = 0;
    for (; c + 4 <= count; c += 4) {
      global const float *centre = centres + c * width;
      float16 p = 0, q = 0, r = 0, s = 0;
      for (int f = 0; f < width; f++) {
        float16 v = LOAD16(features + (size_t)f * n + i);
        float16 d0 = v - centre[f], d1 = v - centre[width + f], d2 = v - centre[2 * width + f], d3 = v - centre[3 * width + f];
        p += d0 * d0;
        q += d1 * d1;
        r += d2 * d2;
        s += d3 * d3;
      }
#define NEARER(d, number)                                                                                              \
  do {                                                                                                                 \
    int16 nearer = (d) < least;                                                                                        \
    least = nearer ? (d) : least;                                                                                      \
    which = nearer ? (int16)(number) : which;                                                                          \
  } while (0)
      NEARER(p, c);
      NEARER(q, c + 1);
      NEARER(r, c + 2);
      NEARER(s, c + 3);
    }
    for (; c < count; c++) {
      float16 p = 0;
      for (int f = 0; f < width; f++) {
        float16 d = LOAD16(features + (size_t)f * n + i) - centres[c * width + f];
        p += d * d;
      }
      NEARER(p, c);
    }
    STORE_INTS(which, out + i);
  }
}

// The sum over samples of a magnitude times cos and sin of a phase: the phase in turns, without its whole ones, is from -1/2 to
// 1/2, where polynomials are enough.
ITEM void mriq(global const float *restrict px, global const float *restrict py, global const float *restrict pz,
               global const float *restrict kx, global const float *restrict ky, global const float *restrict kz,
               global const float *restrict magnitude, global float *restrict re, global float *restrict im, int n, int count) {
  int i = MIN(16 * (int)get_group_id(0), n - 16);
  float16 x = LOAD16(px + i), y = LOAD16(py + i), z = LOAD16(pz + i), real = 0, imaginary = 0;
  for (int k = 0; k < count; k++) {
    float16 turns = kx[k] * x + ky[k] * y + kz[k] * z;
    float16 rest = turns - ((turns + ROUNDER) - ROUNDER);
    // cos(2 pi r) and sin(2 pi r), from a quarter: sin and cos of pi r, doubled.
    float16 h = rest * 3.14159265f, h2 = h * h;
    float16 s = -2.50521084e-8f * h2 + 2.7557319e-6f;
    s = s * h2 - 1.98412698e-4f;
    s = s * h2 + 8.33333333e-3f;
    s = s * h2 - 0.166666667f;
    s = s * h2 * h + h;
    float16 c = -2.7557319e-7f * h2 + 2.48015873e-5f;
    c = c * h2 - 1.38888889e-3f;
    c = c * h2 + 4.16666667e-2f;
    c = c * h2 - 0.5f;
    c = c * h2 + 1.0f;
    float w = magnitude[k];
    real += w * (1.0f - 2.0f * s * s);
    imaginary += w * (2.0f * s * c);
  }
  STORE16(real, re + i);
  STORE16(imaginary, im + i);
}

float8 normal_of_8(float8 d) {
  float8 size = as_float8(as_int8(d) & 0x7FFFFFFF), k = 1.0f / (1.0f + 0.2316419f * size);
  float8 p = -1.821255978f + k * 1.330274429f;
  p = 1.781477937f + k * p;
  p = -0.356563782f + k * p;
  p = 0.31938153f + k * p;
  float8 tail = 0.3989422804f * exp_of_8(-0.5f * d * d) * (k * p);
  return d > 0 ? 1.0f - tail : tail;
}

#define STORE8_PAST(v, p) __builtin_nontemporal_store(v, (global float8 *)(p))
#define BLACK_SCHOLES(name, STORE)                                                                                      \
  ITEM void name(global const float *restrict prices, global const float *restrict strikes,                            \
                 global const float *restrict years, float rate, float volatility, global float *restrict calls,       \
                 global float *restrict puts, int chunk, int n) {                                                      \
    for (int first = get_group_id(0) * chunk; first < MIN((int)(get_group_id(0) + 1) * chunk, n); first += 8) {        \
      int i = MIN(first, n - 8);                                                                                       \
      float8 s = LOAD8(prices + i), k = LOAD8(strikes + i), t = LOAD8(years + i);                                      \
      float8 spread = volatility * root_of_8(t);                                                                       \
      float8 d1 = (log_of_8(s / k) + (rate + 0.5f * volatility * volatility) * t) / spread, d2 = d1 - spread;          \
      float8 n1 = normal_of_8(d1), n2 = normal_of_8(d2), paid = k * exp_of_8(-(rate * t));                             \
      STORE(s * n1 - paid * n2, calls + i);                                                                            \
      STORE(paid * (1.0f - n2) - s * (1.0f - n1), puts + i);                                                           \
    }                                                                                                                  \
  }

BLACK_SCHOLES(black_scholes, STORE8)
BLACK_SCHOLES(black_scholes_past, STORE8_PAST) // n is a multiple of eight

// After how many steps a point leaves the circle, to which it never comes back; sixteen neighbours go on until all have left
// it, seen every eighth step.
ITEM void mandelbrot(global const float *restrict ys, global const float *restrict xs, global int *restrict out, int steps,
                     int m) {
  int row = get_group_id(0);
  float16 y = (float16)(ys[row]);
  for (int first = 0; first < m; first += 16) {
    int i = MIN(first, m - 16);
    float16 x = LOAD16(xs + i), re = 0, im = 0;
    int16 count = 0, inside;
    for (int k = 0; k < steps;) {
      for (int last = MIN(k + 8, steps); k < last; k++) {
        float16 re2 = re * re, im2 = im * im;
        inside = re2 + im2 <= 4.0f;
        count -= inside;
        float16 product = re * im;
        re = re2 - im2 + x;
        im = product + product + y;
      }
      int8 a = inside.lo | inside.hi;
      int4 b = a.lo | a.hi;
      int2 c = b.lo | b.hi;
      if (!(c.x | c.y)) break;
    }
    STORE_INTS(count, out + (size_t)row * m + i);
  }
}
