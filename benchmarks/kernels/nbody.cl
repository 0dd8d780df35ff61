// The forces between bodies: a work item has sixteen of them, and adds up what each body does to them.
#define NBODY(name, INVERSE_ROOT)                                                                                       \
  ITEM void name(global const float *restrict x, global const float *restrict y, global const float *restrict z,       \
                 global const float *restrict mass, global float *restrict out_x, global float *restrict out_y,        \
                 global float *restrict out_z, int n) {                                                                \
    int i = 16 * get_group_id(0);                                                                                      \
    float16 own_x = LOAD16(x + i), own_y = LOAD16(y + i), own_z = LOAD16(z + i), fx = 0, fy = 0, fz = 0;               \
    for (int j = 0; j < n; j++) {                                                                                      \
      float16 dx = x[j] - own_x, dy = y[j] - own_y, dz = z[j] - own_z;                                                 \
      float16 square = dx * dx + (dy * dy + (dz * dz + 1e-3f));                                                        \
      float16 r = INVERSE_ROOT(square), w = mass[j] * r * r * r;                                                       \
      fx += w * dx;                                                                                                    \
      fy += w * dy;                                                                                                    \
      fz += w * dz;                                                                                                    \
    }                                                                                                                  \
    STORE16(fx, out_x + i);                                                                                            \
    STORE16(fy, out_y + i);                                                                                            \
    STORE16(fz, out_z + i);                                                                                            \
  }

// By a square root and a division.
#define ROOT(k) __builtin_sqrtf(v.s##k)
float8 roots(float8 v) { return (float8)(ROOT(0), ROOT(1), ROOT(2), ROOT(3), ROOT(4), ROOT(5), ROOT(6), ROOT(7)); }
#define DIVIDED(v) (1.0f / (float16)(roots((v).lo), roots((v).hi)))
NBODY(nbody_divided, DIVIDED)

#ifdef __AVX__
// By the estimate that the processor has, and a step of Newton's.
typedef float lanes __attribute__((ext_vector_type(8)));
float8 estimates(float8 v) {
  float8 r = __builtin_ia32_rsqrtps256((lanes)(v));
  return r * (1.5f - 0.5f * v * r * r);
}
#define ESTIMATED(v) ((float16)(estimates((v).lo), estimates((v).hi)))
NBODY(nbody_estimated, ESTIMATED)

// By the estimate e of 1/sqrt(v) and the beginning of a series: v^(-3/2) is nearly e^3 (1 + 3/2 (1 - v e^2)).
float8 estimated_roots(float8 v) { return __builtin_ia32_rsqrtps256((lanes)(v)); }
ITEM void nbody_series(global const float *restrict x, global const float *restrict y, global const float *restrict z,
                       global const float *restrict mass, global float *restrict out_x, global float *restrict out_y,
                       global float *restrict out_z, int n) {
  int i = 16 * get_group_id(0);
  float16 own_x = LOAD16(x + i), own_y = LOAD16(y + i), own_z = LOAD16(z + i), fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; j++) {
    float16 dx = x[j] - own_x, dy = y[j] - own_y, dz = z[j] - own_z;
    float16 square = dx * dx + (dy * dy + (dz * dz + 1e-3f));
    float16 r = (float16)(estimated_roots(square.lo), estimated_roots(square.hi)), r2 = r * r;
    float16 w = (mass[j] * r) * (r2 * (2.5f - 1.5f * (square * r2)));
    fx += w * dx;
    fy += w * dy;
    fz += w * dz;
  }
  STORE16(fx, out_x + i);
  STORE16(fy, out_y + i);
  STORE16(fz, out_z + i);
}
#endif
