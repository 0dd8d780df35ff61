// A sparse matrix times a vector: neighbouring rows, each from where it begins to where the next one does.

ITEM void csr(global const int *restrict begins, global const int *restrict columns, global const float *restrict values,
              global const float *restrict x, global float *restrict out, int rows, int n) {
  int first = get_group_id(0) * rows, end = MIN(first + rows, n);
  for (int row = first; row < end; row++) {
    float sum = 0;
    for (int k = begins[row]; k < begins[row + 1]; k++) sum += values[k] * x[columns[k]];
    out[row] = sum;
  }
}

// Four sums that do not wait for each other.
ITEM void csr_four(global const int *restrict begins, global const int *restrict columns,
                   global const float *restrict values, global const float *restrict x, global float *restrict out,
                   int rows, int n) {
  int first = get_group_id(0) * rows, end = MIN(first + rows, n);
  for (int row = first; row < end; row++) {
    float a = 0, b = 0, c = 0, d = 0;
    int k = begins[row], last = begins[row + 1];
    for (; k + 4 <= last; k += 4) {
      a += values[k] * x[columns[k]];
      b += values[k + 1] * x[columns[k + 1]];
      c += values[k + 2] * x[columns[k + 2]];
      d += values[k + 3] * x[columns[k + 3]];
    }
    for (; k < last; k++) a += values[k] * x[columns[k]];
    out[row] = (a + b) + (c + d);
  }
}
