// The elimination tree of a graph in an order.
//
// Node k of the tree is the k-th in the order. The first nonzero of column k of the factor below the diagonal
// is in row parent[k], and in a factorisation the column updates its ancestors only (Liu, The role of
// elimination trees in sparse factorization, 1990).
#ifndef VT_SPARSE_TREE_H
#define VT_SPARSE_TREE_H

#include "sparse/graph.h"

typedef struct vt_tree {
  int size;
  int *order;  // place -> node of the graph
  int *place;  // node of the graph -> place
  int *parent; // place -> place, -1 at a root
  int *count;  // place -> nonzeros in its column of the factor, with the diagonal
} vt_tree;

// Of a graph in an order that is copied. The nodes are put into postorder, which changes neither tree nor
// fill: every node comes right after all that is below it.
bool vt_tree_init(vt_tree *tree, const vt_graph *graph, const int *order, vt_error *error);
void vt_tree_free(vt_tree *tree);

// Multiplications of a factorisation, counting one scalar per node.
double vt_tree_work(const vt_tree *tree);

// The steps of vt_tree_init, one a file. Workspaces have room for as many numbers as there are nodes.
void vt_tree_find_parents(vt_tree *tree, const vt_graph *graph, int *workspace);
void vt_tree_count_columns(vt_tree *tree, const vt_graph *graph, int *workspace);
// post[k] is the node that comes k-th; workspace of twice the size.
void vt_postorder(int size, const int *parent, int *post, int *workspace);

#endif
