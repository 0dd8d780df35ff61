// Folds of one array or two: four vectors of partial results a chunk, then those of the chunks and what is left.
#if defined(DOT)
#define TERM(i) (LOAD(x + (i)) * LOAD(y + (i)))
#define LAST(i) (x[i] * y[i])
#elif defined(ASUM)
#define TERM(i) as_float16(as_int16(LOAD(x + (i))) & 0x7FFFFFFF)
#define LAST(i) (x[i] < 0 ? -x[i] : x[i])
#else
#define TERM(i) LOAD(x + (i))
#define LAST(i) x[i]
#endif

ITEM void fold_chunk(global const T *restrict x, global const T *restrict y, global T *restrict parts, int chunk) {
  size_t begin = (size_t)get_group_id(0) * chunk;
  wide a = 0, b = 0, c = 0, d = 0;
  for (size_t i = begin; i < begin + chunk; i += 4 * LANES) {
    a += TERM(i);
    b += TERM(i + LANES);
    c += TERM(i + 2 * LANES);
    d += TERM(i + 3 * LANES);
  }
  a = (a + b) + (c + d);
  T sum = 0;
  for (int k = 0; k < LANES; k++) sum += a[k];
  parts[get_group_id(0)] = sum;
}

ITEM void fold_rest(global const T *restrict x, global const T *restrict y, global const T *restrict parts,
                    global T *restrict out, int chunks, int chunk, int n) {
  T sum = 0;
  for (int k = 0; k < chunks; k++) sum += parts[k];
  for (int i = chunks * chunk; i < n; i++) sum += LAST(i);
  out[0] = sum;
}

// The largest, or no number where one is none: which it is, is kept beside it.
ITEM void largest_chunk(global const float *restrict x, global float *restrict parts, int chunk) {
  size_t begin = (size_t)get_group_id(0) * chunk;
  float16 a = -INFINITY, b = a, c = a, d = a;
  int16 none = 0;
  for (size_t i = begin; i < begin + chunk; i += 64) {
    float16 p = LOAD16(x + i), q = LOAD16(x + i + 16), r = LOAD16(x + i + 32), s = LOAD16(x + i + 48);
    none |= (p != p) | (q != q) | (r != r) | (s != s);
    a = p > a ? p : a;
    b = q > b ? q : b;
    c = r > c ? r : c;
    d = s > d ? s : d;
  }
  a = a > b ? a : b;
  c = c > d ? c : d;
  a = none ? (float16)(NAN) : a > c ? a : c;
  float most = a[0];
  for (int k = 1; k < 16; k++) most = !(a[k] <= most) && most == most ? a[k] : most;
  parts[get_group_id(0)] = most;
}

ITEM void largest_rest(global const float *restrict x, global const float *restrict parts, global float *restrict out,
                       int chunks, int chunk, int n) {
  float most = -INFINITY;
  for (int k = 0; k < chunks; k++) most = !(parts[k] <= most) && most == most ? parts[k] : most;
  for (int i = chunks * chunk; i < n; i++) most = !(x[i] <= most) && most == most ? x[i] : most;
  out[0] = most;
}

// Two sums over one array: of numbers, and of their squares.
ITEM void moments_chunk(global const float *restrict x, global float *restrict parts, int chunk) {
  size_t begin = (size_t)get_group_id(0) * chunk;
  float16 a = 0, b = 0, c = 0, d = 0;
  for (size_t i = begin; i < begin + chunk; i += 32) {
    float16 v = LOAD16(x + i), w = LOAD16(x + i + 16);
    a += v;
    b += w;
    c += v * v;
    d += w * w;
  }
  parts[2 * get_group_id(0)] = SUM_OF_LANES(a + b);
  parts[2 * get_group_id(0) + 1] = SUM_OF_LANES(c + d);
}

ITEM void moments_rest(global const float *restrict x, global const float *restrict parts, global float *restrict sum,
                       global float *restrict squares, int chunks, int chunk, int n) {
  float s = 0, t = 0;
  for (int k = 0; k < chunks; k++) {
    s += parts[2 * k];
    t += parts[2 * k + 1];
  }
  for (int i = chunks * chunk; i < n; i++) {
    s += x[i];
    t += x[i] * x[i];
  }
  sum[0] = s;
  squares[0] = t;
}
