// The symbolic Cholesky factorisation: the order of the nodes, the supernodes, and the rows of each of them.
//
// A supernode is a run of columns with the same rows below them, stored as one dense matrix: width x width on
// the diagonal (of which the lower triangle counts), then one row for each of its rows below. All indices
// count nodes, each standing for three unknowns: x, y and z of a node stay together.
#ifndef VT_SPARSE_SYMBOLIC_H
#define VT_SPARSE_SYMBOLIC_H

#include "sparse/tree.h"

typedef struct vt_symbolic {
  int size;            // nodes
  int *place;          // node -> its place in the order of the factor
  int supernode_count; // in postorder: each right after all that is below it in the tree
  int *first;          // by supernode: its first column, by place; supernode_count + 1
  int *row_start;      // by supernode: where its rows begin in `rows`; supernode_count + 1
  int *rows;           // by place, ascending; the first ones are those of its own columns
  size_t *value_start; // by supernode: where its numbers begin, by columns; supernode_count + 1
  int *parent;         // by supernode: the one that holds its first row below, or -1
  int *supernode_of;   // by place
} vt_symbolic;

// Of a graph: the order, and all that follows from it.
bool vt_symbolic_init(vt_symbolic *symbolic, const vt_graph *graph, vt_error *error);
void vt_symbolic_free(vt_symbolic *symbolic);

double vt_symbolic_work(const vt_symbolic *symbolic); // multiplications of a factorisation

// The steps of vt_symbolic_init, one a file. Each fills what it is named after.
// supernodes.c: first, place, parent, supernode_of, and how many rows each supernode has: row_start.
bool vt_symbolic_find_supernodes(vt_symbolic *symbolic, const vt_tree *tree, vt_error *error);
// structure.c: rows.
bool vt_symbolic_find_rows(vt_symbolic *symbolic, const vt_graph *graph, vt_error *error);

// Columns and rows of a supernode in unknowns.
static inline int vt_supernode_width(const vt_symbolic *s, int k) {
  return 3 * (s->first[k + 1] - s->first[k]);
}
static inline int vt_supernode_height(const vt_symbolic *s, int k) {
  return 3 * (s->row_start[k + 1] - s->row_start[k]);
}

#endif
