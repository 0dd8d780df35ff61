// The smallest of values, and where it is first: vectors of candidates a chunk, of which the first of the smallest is taken.
#ifdef NEAREST
#define VALUES(i) ((LOAD16(x + (i)) - cx) * (LOAD16(x + (i)) - cx) + (LOAD16(y + (i)) - cy) * (LOAD16(y + (i)) - cy))
#define VALUE(i) ((x[i] - cx) * (x[i] - cx) + (y[i] - cy) * (y[i] - cy))
#else
#define VALUES(i) LOAD16(x + (i))
#define VALUE(i) x[i]
#endif
#define INPUTS global const float *restrict x, global const float *restrict y, float cx, float cy

ITEM void argmin_chunk(INPUTS, global float *restrict least, global int *restrict where, int chunk) {
  int begin = get_group_id(0) * chunk;
  const int16 lanes = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  float16 a = INFINITY, b = INFINITY;
  int16 at = begin + lanes, p = at, q = at;
  for (int i = begin; i < begin + chunk; i += 32, at += 32) {
    float16 v = VALUES(i), w = VALUES(i + 16);
    int16 less = v < a, lower = w < b;
    a = less ? v : a;
    p = less ? at : p;
    b = lower ? w : b;
    q = lower ? at + 16 : q;
  }
  float best = INFINITY;
  int first = begin;
  for (int k = 0; k < 16; k++) {
    if (a[k] < best || (a[k] == best && p[k] < first)) best = a[k], first = p[k];
    if (b[k] < best || (b[k] == best && q[k] < first)) best = b[k], first = q[k];
  }
  least[get_group_id(0)] = best;
  where[get_group_id(0)] = first;
}

ITEM void argmin_rest(INPUTS, global const float *restrict least, global const int *restrict where,
                      global float *restrict out, global int *restrict place, int chunks, int chunk, int n) {
  float best = INFINITY;
  int first = 0;
  for (int k = 0; k < chunks; k++)
    if (least[k] < best) best = least[k], first = where[k];
  for (int i = chunks * chunk; i < n; i++)
    if (VALUE(i) < best) best = VALUE(i), first = i;
  out[0] = best;
  place[0] = first;
}
