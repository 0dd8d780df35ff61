// How often each of m numbers is there: a part counts in copies of its own, and the copies are merged.
//
// Four indices are loaded before the first of them counts. With four copies, the same number four times in a row does not wait for
// itself.

#define COUNT(copy, number)                                                                                                      \
  if ((uint)(number) < (uint)m) {                                                                                                \
    own[(copy) * m + (number)]++;                                                                                                \
  }

#define HISTOGRAM(name, copies)                                                                                                  \
  kernel void name(global const int *restrict x, global int *restrict counts, const int parts, const int m, const int n) {       \
    const int part = get_group_id(0);                                                                                            \
    const long begin = (long)n * part / parts, end = (long)n * (part + 1) / parts;                                               \
    global int *own = counts + (long)part * (copies) * m;                                                                        \
    for (int i = 0; i < (copies) * m; i++) {                                                                                     \
      own[i] = 0;                                                                                                                \
    }                                                                                                                            \
    long k = begin;                                                                                                              \
    for (; k + 4 <= end; k += 4) {                                                                                               \
      const int a = x[k], b = x[k + 1], c = x[k + 2], d = x[k + 3];                                                              \
      COUNT(0, a)                                                                                                                \
      COUNT(1 % (copies), b)                                                                                                     \
      COUNT(2 % (copies), c)                                                                                                     \
      COUNT(3 % (copies), d)                                                                                                     \
    }                                                                                                                            \
    for (; k < end; k++) {                                                                                                       \
      COUNT(0, x[k])                                                                                                             \
    }                                                                                                                            \
  }

HISTOGRAM(count_1, 1)
HISTOGRAM(count_4, 4)

kernel void merge(global const int *restrict counts, global int *restrict out, const int copies, const int m) {
  const int g = get_group_id(0), groups = get_num_groups(0);
  const int begin = (long)m * g / groups, end = (long)m * (g + 1) / groups;
  for (int i = begin; i < end; i++) {
    out[i] = 0;
  }
  for (int c = 0; c < copies; c++) {
    for (int i = begin; i < end; i++) {
      out[i] += counts[(long)c * m + i];
    }
  }
}
