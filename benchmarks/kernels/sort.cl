// A radix sort of keys of 32 bits, BITS at a time from the lowest: how often each digit is in each part, where the elements of a
// part with a digit begin, and the elements there. With -DVALUES an element has a value of 32 bits beside its key.
//
// Keys are taken as numbers without a sign. Floats have a sign and a magnitude, so -0.0 is 0.0; what is no number comes last.

#define DIGITS (1 << BITS)
#ifdef FLOATS
inline uint bits_of(uint x) {
  const uint size = x & 0x7fffffff, sign = (uint)((int)x >> 31);
  return size > 0x7f800000 ? 0xffffffff : ((size ^ sign) - sign) ^ 0x80000000;
}
#else
inline uint bits_of(uint x) { return x ^ 0x80000000; }
#endif
#define DIGIT(x) ((bits_of(x) >> low) & (DIGITS - 1))

ITEM void count(global const uint *restrict keys, global int *restrict counts, const int low, const int share, const int n) {
  const int part = get_group_id(0), begin = part * share, end = MIN(n, begin + share);
  int own[DIGITS];
  for (int d = 0; d < DIGITS; d++) {
    own[d] = 0;
  }
  for (int i = begin; i < end; i++) {
    own[DIGIT(keys[i])]++;
  }
  for (int d = 0; d < DIGITS; d++) {
    counts[part * DIGITS + d] = own[d];
  }
}

ITEM void starts(global int *restrict counts, const int parts) {
  int sum = 0;
  for (int d = 0; d < DIGITS; d++) {
    for (int part = 0; part < parts; part++) {
      const int more = counts[part * DIGITS + d];
      counts[part * DIGITS + d] = sum;
      sum += more;
    }
  }
}

#ifdef VALUES
#define VALUE(type, name) , global type *restrict name
#else
#define VALUE(type, name)
#endif

ITEM void scatter(global const uint *restrict keys VALUE(const uint, values), global const int *restrict counts,
                  global uint *restrict sorted VALUE(uint, moved), const int low, const int share, const int n) {
  const int part = get_group_id(0), begin = part * share, end = MIN(n, begin + share);
  int own[DIGITS];
  for (int d = 0; d < DIGITS; d++) {
    own[d] = counts[part * DIGITS + d];
  }
  for (int i = begin; i < end; i++) {
    const uint key = keys[i];
    const int place = own[DIGIT(key)]++;
    sorted[place] = key;
#ifdef VALUES
    moved[place] = values[i];
#endif
  }
}

#ifndef VALUES
// A line of a cache is filled for each digit before it is stored, past the caches.
ITEM void scatter_lines(global const uint *restrict keys, global const int *restrict counts, global uint *restrict sorted,
                        const int low, const int share, const int n) {
  const int part = get_group_id(0), begin = part * share, end = MIN(n, begin + share);
  int own[DIGITS], first[DIGITS];
  uint lines[16 * DIGITS] __attribute__((aligned(64)));
  for (int d = 0; d < DIGITS; d++) {
    first[d] = own[d] = counts[part * DIGITS + d];
  }
  for (int i = begin; i < end; i++) {
    const uint key = keys[i];
    const int d = DIGIT(key), place = own[d]++;
    lines[16 * d + (place & 15)] = key;
    if ((place & 15) == 15) {
      if (place - 15 >= first[d]) {
        __builtin_nontemporal_store(*(const uint16 *)(lines + 16 * d), (global uint16 *)(sorted + place - 15));
      } else {
        for (int k = first[d]; k <= place; k++) {
          sorted[k] = lines[16 * d + (k & 15)];
        }
      }
    }
  }
  for (int d = 0; d < DIGITS; d++) {
    const int rest = own[d] & ~15;
    for (int k = rest < first[d] ? first[d] : rest; k < own[d]; k++) {
      sorted[k] = lines[16 * d + (k & 15)];
    }
  }
}
#endif
