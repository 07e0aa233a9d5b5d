// The elimination tree of a graph in an order, in postorder and with the sizes of the columns.
#include "sparse/tree.h"

#include <stdlib.h>
#include <string.h>

static void invert(int size, const int *order, int *place) {
  for (int k = 0; k < size; ++k) place[order[k]] = k;
}

// Puts the nodes into the order of `post`; workspaces of the tree's size.
static void renumber(vt_tree *t, const int *post, int *new_place, int *copy) {
  size_t bytes = (size_t)t->size * sizeof *copy;
  invert(t->size, post, new_place);
  memcpy(copy, t->order, bytes);
  for (int k = 0; k < t->size; ++k) t->order[k] = copy[post[k]];
  memcpy(copy, t->parent, bytes);
  for (int k = 0; k < t->size; ++k) t->parent[k] = copy[post[k]] < 0 ? -1 : new_place[copy[post[k]]];
  invert(t->size, t->order, t->place);
}

bool vt_tree_init(vt_tree *t, const vt_graph *graph, const int *order, vt_error *error) {
  *t = (vt_tree){.size = graph->size};
  t->order = vt_copy_block(order, (size_t)t->size, sizeof *order, error);
  t->place = VT_NEW(int, t->size, error);
  t->parent = VT_NEW(int, t->size, error);
  t->count = VT_NEW(int, t->size, error);
  int *post = VT_NEW(int, t->size, error), *workspace = VT_NEW(int, 2 * (size_t)t->size, error);
  bool done = t->order && t->place && t->parent && t->count && post && workspace;
  if (done) {
    invert(t->size, t->order, t->place);
    vt_tree_find_parents(t, graph, workspace);
    vt_postorder(t->size, t->parent, post, workspace);
    renumber(t, post, workspace, workspace + t->size);
    vt_tree_count_columns(t, graph, workspace);
  }
  free(post);
  free(workspace);
  if (!done) vt_tree_free(t);
  return done;
}

void vt_tree_free(vt_tree *t) {
  free(t->order);
  free(t->place);
  free(t->parent);
  free(t->count);
  *t = (vt_tree){0};
}

double vt_tree_work(const vt_tree *t) {
  double sum = 0;
  for (int k = 0; k < t->size; ++k) sum += 0.5 * (double)t->count[k] * (double)t->count[k];
  return sum;
}
