// A balanced k-d tree over points: the nearest ones, and those within a radius.
#ifndef VT_GEOMETRY_KD_TREE_H
#define VT_GEOMETRY_KD_TREE_H

#include "base/error.h"

#include <ventouse/base.h>

// Split at the median along the longest side of the box of each node, so that nodes are halves of halves and
// only their planes are kept.
typedef struct vt_kd_tree {
  int count;
  const vt_vec3 *points; // m; must outlive the tree
  int *order;            // points, node by node: a node's halves are contiguous
  vt_vec3 *places;       // m: the points in that order, so that those of a node lie side by side
  unsigned char *axes;   // by the place of a node's median in `order`
  double *planes;        // m: the median along that axis
} vt_kd_tree;

bool vt_kd_tree_init(vt_kd_tree *tree, const vt_vec3 *points, int count, vt_error *error);
void vt_kd_tree_free(vt_kd_tree *tree);

// A point near another.
typedef struct vt_near {
  int point;
  double square; // m^2: of the distance
} vt_near;

// The nearest `wanted` points in order of distance, equal ones in order of their number.
// How many there are.
int vt_kd_tree_nearest(const vt_kd_tree *tree, vt_vec3 at, int wanted, vt_near *found);

// Visits all points within a radius, in an order that depends on the tree only.
typedef void (*vt_kd_visit)(void *context, int point, double square);
void vt_kd_tree_within(const vt_kd_tree *tree, vt_vec3 at, double radius, vt_kd_visit visit, void *context);

#endif
