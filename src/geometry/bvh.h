// A bounding volume hierarchy over the triangles of a surface: the tree is built
// once, the boxes are refitted.
#ifndef VT_GEOMETRY_BVH_H
#define VT_GEOMETRY_BVH_H

#include "base/error.h"
#include "base/vec.h"

#define VT_BVH_LEAF 2        // maximum number of triangles of a leaf
#define VT_BVH_MAX_LEVELS 40 // the tree is balanced: enough for any number of triangles

typedef struct vt_bvh_node {
  int right; // the second child; the first is the next node. Unused in leaves.
  int first; // the node's triangles are those from first on in the order of the tree
  int count; // 0 unless it is a leaf
} vt_bvh_node;

// Parents come before their children; node 0 is the root.
typedef struct vt_bvh_tree {
  int node_count; // 0 for a surface without triangles
  vt_bvh_node *nodes;
  int triangle_count;
  int *order; // triangles, leaf by leaf
} vt_bvh_tree;

// Split at the median along the longest side of the box of centres, on the rest shape.
bool vt_bvh_tree_init(
    vt_bvh_tree *tree, const vt_vec3 *rest, const int *triangles, int triangle_count, vt_error *error);
void vt_bvh_tree_free(vt_bvh_tree *tree);

typedef struct vt_box {
  vt_vec3 low, high; // m
} vt_box;

// The changing part, one per world.
typedef struct vt_bvh {
  const vt_bvh_tree *tree; // must outlive it
  vt_box *nodes;           // by node
  vt_box *triangles;       // by triangle
  bool still;              // set by who fitted it to what does not move, until it is fitted again
} vt_bvh;

bool vt_bvh_init(vt_bvh *bvh, const vt_bvh_tree *tree, vt_error *error);
void vt_bvh_free(vt_bvh *bvh);

// Fits the boxes around every triangle at `vertices` and, unless NULL, at `ends`, and so all along the
// straight lines between, plus, unless NULL, a margin of each on all sides (m).
void vt_bvh_refit(
    vt_bvh *bvh, const int *triangles, const vt_vec3 *vertices, const vt_vec3 *ends, const double *margins);

// Called for a triangle of each; false stops the search.
typedef bool (*vt_bvh_visit)(void *context, int triangle_a, int triangle_b);

// Visits all pairs of triangles whose boxes are no further apart than `reach` (m) along each axis. False if a
// visit stopped it.
bool vt_bvh_pairs(const vt_bvh *a, const vt_bvh *b, double reach, vt_bvh_visit visit, void *context);

// The same within one surface: every pair of different triangles once. With `normals`, boxes around
// directions instead of points, pairs whose directions all make angles below 90 degrees are passed over.
bool vt_bvh_own_pairs(
    const vt_bvh *bvh, const vt_bvh *normals, double reach, vt_bvh_visit visit, void *context);

// Fits the boxes of the nodes around those of the triangles.
void vt_bvh_join(const vt_bvh_tree *tree, const vt_box *triangles, vt_box *nodes);

// The box around nothing, and making one large enough for a point.
vt_box vt_box_empty(void);
static inline void vt_box_include(vt_box *box, vt_vec3 p) {
  box->low = vt_lower(p, box->low);
  box->high = vt_higher(p, box->high);
}

// Without branches: which axis tells two boxes apart is as good as random.
static inline bool vt_boxes_apart(const vt_box *a, const vt_box *b, double reach) {
  double x = a->low.x - b->high.x, y = a->low.y - b->high.y, z = a->low.z - b->high.z;
  double u = b->low.x - a->high.x, v = b->low.y - a->high.y, w = b->low.z - a->high.z;
  x = x > u ? x : u, y = y > v ? y : v, z = z > w ? z : w;
  x = x > y ? x : y;
  return (x > z ? x : z) > reach;
}

#endif
