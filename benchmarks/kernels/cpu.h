// Put before every kernel here: what a person writes for a CPU. Work groups have one item, each with a contiguous chunk.
// Hot loops dereference pointers and use operators: `vload16`, `fma` and `clamp` stay calls on some devices.
#define ITEM kernel __attribute__((reqd_work_group_size(1, 1, 1)))
typedef float8 __attribute__((aligned(4))) floats8;
typedef float16 __attribute__((aligned(4))) floats16;
#define LOAD8(p) (*(global const floats8 *)(p))
#define LOAD16(p) (*(global const floats16 *)(p))
#define STORE8(v, p) (*(global floats8 *)(p) = (v))
#define STORE16(v, p) (*(global floats16 *)(p) = (v))
#define LOCAL8(p) (*(local floats8 *)(p))
#define LOCAL16(p) (*(local floats16 *)(p))
#define STORE16_PAST(v, p) __builtin_nontemporal_store(v, (global float16 *)(p)) // past the caches, to a multiple of 64 bytes
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CLAMP(v, low, high) ((v) < (low) ? (low) : (v) > (high) ? (high) : (v))

// Kernels for several types of elements take it from -DT=double, for example; a vector of it has 64 bytes.
#ifndef T
#define T float
#endif
#ifndef LANES
#define LANES 16
#endif
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
typedef JOIN(T, LANES) wide;
typedef wide __attribute__((aligned(sizeof(T)))) wide_anywhere;
#define LOAD(p) (*(global const wide_anywhere *)(p))
#define STORE(v, p) (*(global wide_anywhere *)(p) = (v))
#define STORE_PAST(v, p) __builtin_nontemporal_store(v, (global wide *)(p))

// Vectors of sixteen are no arguments: how these are passed depends on the processor.
#define SUM_OF_LANES(v) sum_of_8((v).lo + (v).hi)
float sum_of_8(float8 v) {
  float4 a = v.lo + v.hi;
  float2 b = a.lo + a.hi;
  return b.x + b.y;
}

