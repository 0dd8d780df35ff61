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

// Evenly: a work item has so many entries, whatever rows they are in. Rows inside are written; parts of rows that begin before
// or end after it go to (row, part), two for each item, and `csr_parts` adds them up.
#define ADD(end)                                                                                                        \
  for (; k < (end); k++) sum += values[k] * x[columns[k]]
ITEM void csr_even(global const int *restrict begins, global const int *restrict columns, global const float *restrict values,
                   global const float *restrict x, global float *restrict out, global int *restrict row,
                   global float *restrict part, int chunk, int n) {
  int item = get_group_id(0), k = item * chunk, end = MIN(k + chunk, begins[n]), r = 0, high = n;
  while (r < high) { // the first row that begins here
    int middle = (r + high) / 2;
    if (begins[middle] < k) r = middle + 1;
    else high = middle;
  }
  row[2 * item] = row[2 * item + 1] = -1;
  if (begins[r] > k) {
    float sum = 0;
    ADD(MIN(begins[r], end));
    row[2 * item] = r - 1;
    part[2 * item] = sum;
  }
  for (; r < n && begins[r + 1] <= end; r++) {
    float sum = 0;
    ADD(begins[r + 1]);
    out[r] = sum;
  }
  if (r < n && begins[r] < end && k < end) {
    float sum = 0;
    ADD(end);
    row[2 * item + 1] = r;
    part[2 * item + 1] = sum;
  }
}

ITEM void csr_parts(global const int *restrict row, global const float *restrict part, global float *restrict out, int count) {
  int last = -1;
  for (int i = 0; i < count; i++)
    if (row[i] >= 0) {
      out[row[i]] = (row[i] == last ? out[row[i]] : 0.0f) + part[i];
      last = row[i];
    }
}
