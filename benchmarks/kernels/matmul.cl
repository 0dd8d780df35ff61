// C = A B, for each of a batch of pairs. A work item has a panel of REGISTER * VECTORS columns of B, packed in local memory,
// and computes ROWS rows of C at once in registers: 12 vectors of sums, of the 16 that AVX2 has. Any n >= ROWS and
// m >= REGISTER * VECTORS: the last blocks overlap their neighbours, and write the same numbers.
// -DTRANSPOSED: A is stored by columns, and packed into blocks of ROWS rows before. -DRELU: a bias is added, and what is below 0
// becomes 0.
#ifndef REGISTER
#define REGISTER 8
#endif
#define WIDTH (REGISTER * VECTORS)
typedef JOIN(T, REGISTER) part;
typedef part __attribute__((aligned(sizeof(T)))) part_anywhere;
#define PART(space, p) (*(space part_anywhere *)(p))
#ifdef TRANSPOSED
#define A(r, k) rows[(k) * ROWS + (r)]
#define FIRST(i) ((size_t)(first / ROWS) * ROWS * depth)

// A work item packs so many rows of what is stored, whose lines the caches hold from one block to the next.
ITEM void matmul_pack(global const T *restrict a, global T *restrict packed, int deep, int n, int depth) {
  int begin = get_group_id(0) * deep, end = MIN(begin + deep, depth);
  for (int first = 0; first < n; first += ROWS) {
    global T *to = packed + (size_t)first * depth;
    int i = MIN(first, n - ROWS);
    for (int k = begin; k < end; k++)
      #pragma unroll
      for (int r = 0; r < ROWS; r++) to[k * ROWS + r] = a[(size_t)k * n + i + r];
  }
}
#else
#define A(r, k) rows[(r) * depth + (k)]
#define FIRST(i) ((size_t)(i) * depth)
#endif
#ifdef RELU
#define BIAS global const T *restrict bias,
#define FINISHED(v, column) relu((v) + PART(global const, bias + (column)))
part relu(part v) { return v <= 0 ? (part)(0) : v; } // what is no number stays none
#else
#define BIAS
#define FINISHED(v, column) (v)
#endif

ITEM void matmul_panel(global const T *restrict a, global const T *restrict b, BIAS global T *restrict c,
                       local T *restrict panel, int panels, int n, int depth, int m) {
  size_t pair = get_group_id(0) / panels;
  a += pair * n * depth;
  b += pair * depth * m;
  c += pair * n * m;
  int j = MIN(WIDTH * (int)(get_group_id(0) % panels), m - WIDTH);
  for (int k = 0; k < depth; k++)
    #pragma unroll
    for (int v = 0; v < VECTORS; v++)
      PART(local, panel + REGISTER * (VECTORS * k + v)) = PART(global const, b + (size_t)k * m + j + REGISTER * v);
  for (int first = 0; first < n; first += ROWS) {
    int i = MIN(first, n - ROWS);
    global const T *restrict rows = a + FIRST(i);
    part sums[ROWS * VECTORS];
    #pragma unroll
    for (int q = 0; q < ROWS * VECTORS; q++) sums[q] = 0;
    for (int k = 0; k < depth; k++) {
      part w[VECTORS];
      #pragma unroll
      for (int v = 0; v < VECTORS; v++) w[v] = PART(local, panel + REGISTER * (VECTORS * k + v));
      #pragma unroll
      for (int r = 0; r < ROWS; r++) {
        T s = A(r, k);
        #pragma unroll
        for (int v = 0; v < VECTORS; v++) sums[r * VECTORS + v] += (part)(s) * w[v];
      }
    }
    #pragma unroll
    for (int q = 0; q < ROWS * VECTORS; q++)
      PART(global, c + (size_t)(i + q / VECTORS) * m + j + REGISTER * (q % VECTORS)) =
          FINISHED(sums[q], j + REGISTER * (q % VECTORS));
  }
}
