// What goes through memory: the sum of a vector and a multiple of another, which is a triad, too, and a copy.
#define AXPY(name, STORE)                                                                                              \
  ITEM void name(float a, global const float *restrict x, global const float *restrict y, global float *restrict out, \
                 int chunk, int n) {                                                                                   \
    int i = get_group_id(0) * chunk, end = MIN(i + chunk, n);                                                          \
    for (; i + 32 <= end; i += 32) {                                                                                   \
      STORE(a * LOAD16(x + i) + LOAD16(y + i), out + i);                                                               \
      STORE(a * LOAD16(x + i + 16) + LOAD16(y + i + 16), out + i + 16);                                                \
    }                                                                                                                  \
    for (; i < end; i++) out[i] = a * x[i] + y[i];                                                                     \
  }

AXPY(axpy, STORE16)
AXPY(axpy_past, STORE16_PAST)

// As many operations as the processor can do: twelve vectors that do not wait for each other.
ITEM void peak(global float *restrict out, int steps) {
  float8 v[12];
  _Pragma("unroll") for (int k = 0; k < 12; k++) v[k] = (float8)(k * 0.01f);
  float8 a = (float8)(0.999f), b = (float8)(0.001f);
  for (int i = 0; i < steps; i++)
    _Pragma("unroll") for (int k = 0; k < 12; k++) v[k] = v[k] * a + b;
  float8 sum = 0;
  _Pragma("unroll") for (int k = 0; k < 12; k++) sum += v[k];
  STORE8(sum, out + 8 * get_group_id(0));
}
