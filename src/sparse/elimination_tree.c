// The parents of an elimination tree, by Liu's algorithm: nearly as many steps as the graph has edges.
#include "sparse/tree.h"

// Row k of the factor holds every i < k that is coupled with k, and all ancestors of i below k. So
// the root of each i's tree so far gets k as its parent. `ancestor` is a shortcut towards that
// root (path compression).
void vt_tree_find_parents(vt_tree *tree, const vt_graph *graph, int *ancestor) {
  for (int k = 0; k < tree->size; ++k) {
    tree->parent[k] = ancestor[k] = -1;
    int node = tree->order[k];
    for (int e = graph->start[node]; e < graph->start[node + 1]; ++e) {
      int i = tree->place[graph->next[e]];
      while (i >= 0 && i < k) {
        int above = ancestor[i];
        ancestor[i] = k;
        if (above < 0) tree->parent[i] = k;
        i = above;
      }
    }
  }
}
