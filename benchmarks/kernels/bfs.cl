// Breadth-first search, a launch for each distance: a part follows the edges of some nodes of the frontier, and whoever is the first
// to find a node puts it into the next one, a block at a time.

#define BLOCK 1024

kernel void begin(global int *restrict distances, global int *restrict frontier, const int source, const int parts, const int n) {
  const int part = get_group_id(0);
  const int begin = (long)n * part / parts, end = (long)n * (part + 1) / parts;
  for (int i = begin; i < end; i++) {
    distances[i] = i == source ? 0 : -1;
  }
  if (part == 0) {
    frontier[0] = source;
  }
}

kernel void follow(global const int *restrict begins, global const int *restrict edges, global int *distances,
                   global const int *restrict frontier, global int *restrict next, global int *count, const int distance,
                   const int parts, const int n) {
  const int part = get_group_id(0);
  int found[BLOCK], many = 0;
  // A part has every so manieth node: neighbours in the frontier have edges that are alike in number.
  for (int i = part; i < n; i += parts) {
    const int v = frontier[i], end = begins[v + 1];
    for (int e = begins[v]; e < end; e++) {
      const int w = edges[e];
      if (distances[w] < 0 && atomic_cmpxchg(distances + w, -1, distance) == -1) {
        found[many++] = w;
        if (many == BLOCK) {
          const int to = atomic_add(count, many);
          for (int k = 0; k < many; k++) {
            next[to + k] = found[k];
          }
          many = 0;
        }
      }
    }
  }
  const int to = atomic_add(count, many);
  for (int k = 0; k < many; k++) {
    next[to + k] = found[k];
  }
}
