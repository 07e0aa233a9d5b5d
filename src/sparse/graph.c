// The graph of a pattern: each block below the diagonal is an edge, entered at both its ends.
#include "sparse/graph.h"

#include <stdlib.h>

// A counting sort: counts edges two places on or enters them one place on, so that
// `start` is right afterwards.
static void go_through(vt_graph *graph, const vt_block_pattern *pattern, const int *index) {
  for (int j = 0; j < pattern->size; ++j)
    for (int b = pattern->start[j] + 1; b < pattern->start[j + 1]; ++b) {
      int row = index[pattern->rows[b]], column = index[j];
      if (row < 0 || column < 0) continue;
      if (graph->next == NULL) {
        ++graph->start[row + 2];
        ++graph->start[column + 2];
      } else {
        graph->next[graph->start[row + 1]++] = column;
        graph->next[graph->start[column + 1]++] = row;
      }
    }
}

bool vt_graph_init(
    vt_graph *graph, const vt_block_pattern *pattern, const int *index, int size, vt_error *error) {
  *graph = (vt_graph){.size = size};
  graph->start = VT_NEW(int, size + 2, error);
  if (graph->start == NULL) return false;
  go_through(graph, pattern, index);
  for (int i = 0; i < size; ++i) graph->start[i + 2] += graph->start[i + 1];
  graph->next = VT_NEW(int, graph->start[size + 1], error);
  if (graph->next == NULL) {
    vt_graph_free(graph);
    return false;
  }
  go_through(graph, pattern, index);
  return true;
}

void vt_graph_free(vt_graph *graph) {
  free(graph->start);
  free(graph->next);
  *graph = (vt_graph){0};
}
