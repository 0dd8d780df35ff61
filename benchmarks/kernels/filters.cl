// Filters: what `filters.py` compares the compiler with. Conditions are counted, offsets are the sum of the counts before, and
// values are written there. With -DCOSTLY the condition is a costly one.
#define END(begin) MIN((begin) + chunk, n)
#define BLOCK 512
typedef int16 __attribute__((aligned(4))) ints16;

#ifdef COSTLY // the exponential function by ten terms of its series, of one number or of a vector
#define VALUE(x) ((((((((((2.755731922e-07f * (x) + 2.755731922e-06f) * (x) + 2.480158730e-05f) * (x) + 1.984126984e-04f) \
  * (x) + 1.388888889e-03f) * (x) + 8.333333333e-03f) * (x) + 4.166666667e-02f) * (x) + 1.666666667e-01f) \
  * (x) + 5.000000000e-01f) * (x) + 1.0f) * (x) + 1.0f)
#else
#define VALUE(x) (x)
#endif
#define KEEP(x) (VALUE(x) > t)

// Filter then double.

ITEM void count_kept(global const float *restrict x, float t, global int *restrict counts, int chunk, int n) {
  int begin = get_group_id(0) * chunk, end = END(begin), count = 0;
  for (int i = begin; i < end; i++) count += KEEP(x[i]);
  counts[get_group_id(0)] = count;
}

// What each chunk begins at, and last the total.
ITEM void scan_counts(global const int *restrict counts, global int *restrict offsets, int chunks) {
  int sum = 0;
  for (int k = 0; k < chunks; k++) { offsets[k] = sum; sum += counts[k]; }
  offsets[chunks] = sum;
}

// Stores need no condition in a private block, and what leaves it is all of use.
ITEM void write_kept(global const float *restrict x, float t, global const int *restrict offsets,
                     global float *restrict out, int chunk, int n) {
  int begin = get_group_id(0) * chunk, end = END(begin), at = offsets[get_group_id(0)];
  float block[BLOCK];
  for (int i = begin; i < end; i += BLOCK) {
    int size = end - i < BLOCK ? end - i : BLOCK, kept = 0;
    for (int k = 0; k < size; k++) { float v = x[i + k]; block[kept] = 2 * v; kept += KEEP(v); }
    for (int k = 0; k < kept; k++) out[at + k] = block[k];
    at += kept;
  }
}

// Conditions of a block first: that loop is vectorised.
ITEM void write_flagged(global const float *restrict x, float t, global const int *restrict offsets,
                        global float *restrict out, int chunk, int n) {
  int begin = get_group_id(0) * chunk, end = END(begin), at = offsets[get_group_id(0)];
  float block[BLOCK];
  int flags[BLOCK];
  for (int i = begin; i < end; i += BLOCK) {
    int size = end - i < BLOCK ? end - i : BLOCK, kept = 0;
    for (int k = 0; k < size; k++) flags[k] = KEEP(x[i + k]);
    for (int k = 0; k < size; k++) { block[kept] = 2 * x[i + k]; kept += flags[k]; }
    for (int k = 0; k < kept; k++) out[at + k] = block[k];
    at += kept;
  }
}

// Conditions are evaluated once: what a chunk keeps goes to the chunk's own place, and is moved when offsets are known.
ITEM void keep_in_place(global const float *restrict x, float t, global float *restrict own, global int *restrict counts,
                        int chunk, int n) {
  int begin = get_group_id(0) * chunk, end = END(begin), kept = 0;
  int flags[BLOCK];
  for (int i = begin; i < end; i += BLOCK) {
    int size = end - i < BLOCK ? end - i : BLOCK;
    for (int k = 0; k < size; k++) flags[k] = KEEP(x[i + k]);
    for (int k = 0; k < size; k++) { own[begin + kept] = 2 * x[i + k]; kept += flags[k]; }
  }
  counts[get_group_id(0)] = kept;
}

ITEM void move_kept(global const float *restrict own, global const int *restrict offsets, global float *restrict out,
                    int chunk) {
  int begin = get_group_id(0) * chunk, at = offsets[get_group_id(0)], kept = offsets[get_group_id(0) + 1] - at;
  for (int k = 0; k < kept; k++) out[at + k] = own[begin + k];
}

// All by one item, where there are few elements.
ITEM void keep_alone(global const float *restrict x, float t, global float *restrict out, global int *restrict total,
                     int n) {
  int kept = 0;
  for (int i = 0; i < n; i++) { float v = x[i]; out[kept] = 2 * v; kept += KEEP(v); }
  total[0] = kept;
}

#ifdef __AVX2__
// Eight at once: a table has for each of 256 masks the permutation that moves kept lanes to the front. Eight are stored only
// while so many are left to keep, so no store leaves the range of the chunk.
typedef float lanes __attribute__((ext_vector_type(8)));
typedef float lanes_at __attribute__((ext_vector_type(8), aligned(4)));
typedef int order_at __attribute__((ext_vector_type(8), aligned(4)));
#define MASK(v) __builtin_ia32_movmskps256(as_float8(VALUE(v) > (lanes)(t)))
#define FRONT(v, mask) __builtin_ia32_permvarsf256(v, *(global const order_at *)(orders + 8 * (mask)))

ITEM void write_permuted(global const float *restrict x, float t, global const int *restrict offsets,
                         global const int *restrict orders, global float *restrict out, int chunk) {
  int i = get_group_id(0) * chunk, at = offsets[get_group_id(0)], last = offsets[get_group_id(0) + 1];
  for (; at + 8 <= last; i += 8) {
    lanes v = *(global const lanes_at *)(x + i);
    uint mask = MASK(v);
    *(global lanes_at *)(out + at) = 2 * FRONT(v, mask);
    at += popcount(mask);
  }
  for (; at < last; i++) { float v = x[i]; out[at] = 2 * v; at += KEEP(v); }
}

ITEM void rows_permuted(global const float *restrict x, float t, global const int *restrict orders,
                        global int *restrict lengths, global float *restrict out, int chunk, int n, int width) {
  int begin = get_group_id(0) * chunk, end = END(begin);
  for (int row = begin; row < end; row++) {
    global const float *from = x + row * width;
    global float *to = out + row * width;
    int i = 0, kept = 0;
    for (; i + 8 <= width; i += 8) {
      lanes v = *(global const lanes_at *)(from + i);
      uint mask = MASK(v);
      *(global lanes_at *)(to + kept) = FRONT(v, mask);
      kept += popcount(mask);
    }
    for (; i < width; i++) { float v = from[i]; to[kept] = v; kept += KEEP(v); }
    lengths[row] = kept;
  }
}
#endif

// Of each row what is kept: it has room for all of the row, so a store needs no condition.
ITEM void rows_kept(global const float *restrict x, float t, global int *restrict lengths, global float *restrict out,
                    int chunk, int n, int width) {
  int begin = get_group_id(0) * chunk, end = END(begin);
  for (int row = begin; row < end; row++) {
    int kept = 0;
    for (int i = 0; i < width; i++) { float v = x[row * width + i]; out[row * width + kept] = v; kept += KEEP(v); }
    lengths[row] = kept;
  }
}

// Folds of what is kept, without an array: lanes are written out, since a sum of floats is not vectorised otherwise.

ITEM void sum_kept(global const float *restrict x, float t, global float *restrict parts, int chunk, int n) {
  int begin = get_group_id(0) * chunk, end = END(begin), i = begin;
  float16 a = 0, b = 0;
  for (; i + 32 <= end; i += 32) {
    float16 v = LOAD16(x + i), w = LOAD16(x + i + 16);
    a += KEEP(v) ? v : (float16)(0);
    b += KEEP(w) ? w : (float16)(0);
  }
  float sum = SUM_OF_LANES(a + b);
  for (; i < end; i++) sum += KEEP(x[i]) ? x[i] : 0;
  parts[get_group_id(0)] = sum;
}

ITEM void sum_parts(global const float *restrict parts, global float *restrict out, int chunks) {
  float sum = 0;
  for (int k = 0; k < chunks; k++) sum += parts[k];
  out[0] = sum;
}

// Sum, count and maximum of one column where another is kept.
ITEM void aggregate_kept(global const float *restrict key, global const float *restrict value, float t,
                         global float *restrict sums, global int *restrict counts, global float *restrict most,
                         int chunk, int n) {
  int begin = get_group_id(0) * chunk, end = END(begin), i = begin;
  float16 sum = 0, largest = -INFINITY;
  int16 count = 0;
  for (; i + 16 <= end; i += 16) {
    int16 keep = KEEP(LOAD16(key + i));
    float16 v = LOAD16(value + i), w = keep ? v : (float16)(-INFINITY);
    sum += keep ? v : (float16)(0);
    count -= keep;
    largest = w > largest ? w : largest;
  }
  float s = SUM_OF_LANES(sum), m = -INFINITY, lanes_most[16];
  int c = 0, lanes_count[16];
  *(floats16 *)lanes_most = largest;
  *(ints16 *)lanes_count = count;
  for (int k = 0; k < 16; k++) { c += lanes_count[k]; m = lanes_most[k] > m ? lanes_most[k] : m; }
  for (; i < end; i++)
    if (KEEP(key[i])) { s += value[i]; c++; m = value[i] > m ? value[i] : m; }
  sums[get_group_id(0)] = s;
  counts[get_group_id(0)] = c;
  most[get_group_id(0)] = m;
}

ITEM void aggregate_parts(global const float *restrict sums, global const int *restrict counts,
                          global const float *restrict most, global float *restrict sum, global int *restrict count,
                          global float *restrict largest, int chunks) {
  float s = 0, m = -INFINITY;
  int c = 0;
  for (int k = 0; k < chunks; k++) { s += sums[k]; c += counts[k]; m = most[k] > m ? most[k] : m; }
  sum[0] = s;
  count[0] = c;
  largest[0] = m;
}
