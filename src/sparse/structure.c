// The rows of each supernode: those coupled with its columns, and those of its children.
#include "sparse/symbolic.h"

#include <assert.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

typedef struct collecting {
  int *to;   // rows of the supernode at hand
  int count; // of them
  int *seen; // by place: the last supernode, from 1, that has it
} collecting;

static void collect(collecting *c, int supernode, int row) {
  if (c->seen[row] == supernode + 1) return;
  c->seen[row] = supernode + 1;
  c->to[c->count++] = row;
}

// node: place -> node of the graph; child, sibling: lists of the supernodes below each.
static void find_rows(
    vt_symbolic *y, const vt_graph *graph, const int *node, const int *child, const int *sibling, int *seen) {
  for (int k = 0; k < y->supernode_count; ++k) {
    collecting c = {.to = y->rows + y->row_start[k], .seen = seen};
    int begin = y->first[k], end = y->first[k + 1];
    for (int j = begin; j < end; ++j) collect(&c, k, j);
    for (int j = begin; j < end; ++j)
      for (int e = graph->start[node[j]]; e < graph->start[node[j] + 1]; ++e)
        if (y->place[graph->next[e]] >= end) collect(&c, k, y->place[graph->next[e]]);
    for (int below = child[k]; below >= 0; below = sibling[below])
      for (int r = y->row_start[below]; r < y->row_start[below + 1]; ++r)
        if (y->rows[r] >= end) collect(&c, k, y->rows[r]);
    assert(c.count == y->row_start[k + 1] - y->row_start[k]);
    qsort(c.to + (end - begin), (size_t)(c.count - (end - begin)), sizeof *c.to, ascending);
  }
}

bool vt_symbolic_find_rows(vt_symbolic *y, const vt_graph *graph, vt_error *error) {
  int count = y->supernode_count;
  int *node = VT_NEW(int, y->size, error), *seen = VT_NEW(int, y->size, error);
  int *child = VT_NEW(int, count, error), *sibling = VT_NEW(int, count, error);
  y->rows = VT_NEW(int, y->row_start[count], error);
  bool done = node && seen && child && sibling && y->rows;
  if (done) {
    for (int i = 0; i < y->size; ++i) node[y->place[i]] = i;
    for (int k = 0; k < count; ++k) child[k] = -1;
    for (int k = count - 1; k >= 0; --k) {
      if (y->parent[k] < 0) continue;
      sibling[k] = child[y->parent[k]];
      child[y->parent[k]] = k;
    }
    find_rows(y, graph, node, child, sibling, seen);
  }
  free(node);
  free(seen);
  free(child);
  free(sibling);
  return done;
}
