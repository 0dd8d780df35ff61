// Put before kernels that need them: functions of eight numbers by polynomials. Built-in ones stay calls, one for each number.
// Errors are a few units in the last place.

#define ROUNDER 12582912.0f // 1.5 * 2^23: what is added to it is rounded to a whole number

float8 exp_of_8(float8 x) {
  x = x < -87.0f ? (float8)(-87.0f) : x > 88.0f ? (float8)(88.0f) : x;
  float8 shifted = x * 1.44269504088896341f + ROUNDER, whole = shifted - ROUNDER;
  float8 r = x - whole * 0.693359375f - whole * -2.12194440e-4f;
  float8 p = (float8)(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  return p * as_float8((as_int8(shifted) - as_int8((float8)(ROUNDER)) + 127) << 23);
}

// Of positive numbers.
float8 log_of_8(float8 x) {
  int8 bits = as_int8(x) - 0x3F3504F3; // so that the mantissa is from sqrt(1/2) to sqrt(2)
  float8 exponent = __builtin_convertvector(bits >> 23, float8);
  float8 m = as_float8((bits & 0x7FFFFF) + 0x3F3504F3) - 1.0f, z = m * m;
  float8 p = (float8)(7.0376836292e-2f);
  p = p * m - 1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m - 1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m - 1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m - 2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  p = p * m * z + exponent * -2.12194440e-4f - 0.5f * z;
  return m + p + exponent * 0.693359375f;
}

#define LANE_ROOT(k) __builtin_sqrtf(v.s##k)
float8 root_of_8(float8 v) {
  return (float8)(LANE_ROOT(0), LANE_ROOT(1), LANE_ROOT(2), LANE_ROOT(3), LANE_ROOT(4), LANE_ROOT(5), LANE_ROOT(6), LANE_ROOT(7));
}

// Of sixteen at once.
#define EXP(v) ((float16)(exp_of_8((v).lo), exp_of_8((v).hi)))

float most_of_8(float8 v) {
  float4 a = v.lo > v.hi ? v.lo : v.hi;
  float2 b = a.lo > a.hi ? a.lo : a.hi;
  return b.x > b.y ? b.x : b.y;
}
