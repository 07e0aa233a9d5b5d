// The symbolic factorisation: order, elimination tree, supernodes, structure.
#include "sparse/symbolic.h"

#include "sparse/ordering.h"

#include <stdlib.h>

// Seeds of nested dissection. Randomly, orders differ by some percent of the work; -1 is the default of
// METIS. The number of separators that METIS tries each time was found to make no difference.
static const int SEEDS[] = {-1, 1, 2, 3};

// Keeps the tree of the better order in `best`: that of less work.
static bool keep_better(vt_tree *best, const vt_graph *graph, const int *order, vt_error *error) {
  vt_tree tree;
  if (!vt_tree_init(&tree, graph, order, error)) return false;
  bool better = best->order == NULL || vt_tree_work(&tree) < vt_tree_work(best);
  vt_tree other = better ? *best : tree;
  if (better) *best = tree;
  vt_tree_free(&other);
  return true;
}

static bool find_tree(vt_tree *best, const vt_graph *graph, vt_error *error) {
  int *order = VT_NEW(int, graph->size, error);
  *best = (vt_tree){0};
  bool done =
      order != NULL && vt_order_by_degree(graph, order, error) && keep_better(best, graph, order, error);
  for (size_t n = 0; n < sizeof SEEDS / sizeof *SEEDS && done; ++n)
    done = vt_order_by_dissection(graph, SEEDS[n], order, error) && keep_better(best, graph, order, error);
  free(order);
  if (!done) vt_tree_free(best);
  return done;
}

bool vt_symbolic_init(vt_symbolic *y, const vt_graph *graph, vt_error *error) {
  vt_tree tree;
  *y = (vt_symbolic){.size = graph->size};
  if (!find_tree(&tree, graph, error)) return false;
  bool done = vt_symbolic_find_supernodes(y, &tree, error) && vt_symbolic_find_rows(y, graph, error);
  vt_tree_free(&tree);
  if (done) y->value_start = VT_NEW(size_t, y->supernode_count + 1, error);
  done = done && y->value_start != NULL;
  for (int k = 0; k < y->supernode_count && done; ++k)
    y->value_start[k + 1] =
        y->value_start[k] + (size_t)vt_supernode_width(y, k) * (size_t)vt_supernode_height(y, k);
  if (!done) vt_symbolic_free(y);
  return done;
}

void vt_symbolic_free(vt_symbolic *y) {
  free(y->place);
  free(y->first);
  free(y->row_start);
  free(y->rows);
  free(y->value_start);
  free(y->parent);
  free(y->supernode_of);
  *y = (vt_symbolic){0};
}

double vt_symbolic_work(const vt_symbolic *y) {
  double sum = 0;
  for (int k = 0; k < y->supernode_count; ++k)
    for (int j = 0; j < vt_supernode_width(y, k); ++j) {
      double left = vt_supernode_height(y, k) - j;
      sum += 0.5 * left * left;
    }
  return sum;
}
