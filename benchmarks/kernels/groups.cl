// Sums of the values of equal keys that stand side by side: a part counts the groups that begin in it, and then sums these, also
// where the last of them goes on behind the part.

#define BEGINS(i) ((i) == 0 || keys[(i) - 1] != keys[i])

kernel void count_groups(global const int *restrict keys, global int *restrict counts, const int parts, const int n) {
  const int part = get_group_id(0);
  const int begin = (long)n * part / parts, end = (long)n * (part + 1) / parts;
  int count = begin < end && BEGINS(begin);
  for (int i = begin + 1; i < end; i++) {
    count += keys[i - 1] != keys[i];
  }
  counts[part] = count;
}

#define SUMS(name, more)                                                                                                         \
  kernel void name(global const int *restrict keys, global const float *restrict values, global const int *restrict counts,      \
                   global int *restrict out_keys, global float *restrict out_sums, const int parts, const int n) {               \
    const int part = get_group_id(0);                                                                                            \
    const int begin = (long)n * part / parts, end = (long)n * (part + 1) / parts;                                                \
    int out = 0;                                                                                                                 \
    for (int p = 0; p < part; p++) {                                                                                             \
      out += counts[p];                                                                                                          \
    }                                                                                                                            \
    int i = begin;                                                                                                               \
    while (i < end && !BEGINS(i)) {                                                                                              \
      i++;                                                                                                                       \
    }                                                                                                                            \
    while (i < end) {                                                                                                            \
      const int key = keys[i];                                                                                                   \
      float sum = 0;                                                                                                             \
      more for (; i < n && keys[i] == key; i++) { sum += values[i]; }                                                            \
      out_keys[out] = key;                                                                                                       \
      out_sums[out] = sum;                                                                                                       \
      out++;                                                                                                                     \
    }                                                                                                                            \
  }

typedef int8 __attribute__((aligned(4))) ints8;

// Eight at a time, as long as all of them have the key.
#define EIGHTS                                                                                                                   \
  float8 sums = 0;                                                                                                               \
  for (; i + 8 <= n && all(*(global const ints8 *)(keys + i) == key); i += 8) {                                                             \
    sums += LOAD8(values + i);                                                                                                   \
  }                                                                                                                              \
  sum = sum_of_8(sums);

SUMS(sums_one, )
SUMS(sums_eight, EIGHTS)
