// Fill-reducing orders of the nodes of a graph: in which order they are eliminated so that the factor stays
// small. order[k] is the node eliminated as the k-th.
#ifndef VT_SPARSE_ORDERING_H
#define VT_SPARSE_ORDERING_H

#include "sparse/graph.h"

// Approximate minimum degree (AMD, by Amestoy, Davis and Duff): good for thin bodies.
bool vt_order_by_degree(const vt_graph *graph, int *order, vt_error *error);

// Nested dissection (METIS, by Karypis and Kumar): good for bodies that are thick in all directions. It is
// randomised; the seed determines the result.
bool vt_order_by_dissection(const vt_graph *graph, int seed, int *order, vt_error *error);

#endif
