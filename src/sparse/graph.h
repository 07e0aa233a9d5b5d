// The adjacency of a pattern, symmetric and without the diagonal: what orderings and
// elimination trees are made from.
#ifndef VT_SPARSE_GRAPH_H
#define VT_SPARSE_GRAPH_H

#include "sparse/block_matrix.h"

typedef struct vt_graph {
  int size;   // nodes
  int *start; // size + 1
  int *next;  // the neighbours of node i are next[start[i]] .. next[start[i + 1] - 1]
} vt_graph;

// The graph of the nodes whose index is not -1, by that index, which counts from 0 to size - 1.
bool vt_graph_init(
    vt_graph *graph, const vt_block_pattern *pattern, const int *index, int size, vt_error *error);
void vt_graph_free(vt_graph *graph);

#endif
