// A binary tree of spheres over a surface from points, whose leaves cover the surface without holes.
//
// Le Garrec et al. 2006, section 3.3. The tree itself stays as it was made; spheres are refitted as points
// move.
#ifndef VT_GEOMETRY_SPHERE_TREE_H
#define VT_GEOMETRY_SPHERE_TREE_H

#include "geometry/points.h"

enum {
  VT_SPHERE_LEAF = 8,       // points of a leaf at most, by default: the paper's 36,000 for 4,800
  VT_SPHERE_NEIGHBOURS = 6, // of each point: what lies between it and these is covered by its leaf
  VT_SPHERE_LEVELS = 40     // the tree is balanced: enough for any number of points
};

typedef struct vt_sphere {
  vt_vec3 centre; // m
  double radius;  // m
} vt_sphere;

typedef struct vt_sphere_node {
  int right;  // the second child; the first is the next node. Unused in leaves.
  int first;  // the node's points are those from first on in the order of the tree
  int count;  // of its points
  int leaf;   // number among the leaves, -1 of others
  int sample; // the point that stands for all of them: the one nearest to their mean
  int level;  // 0 of the root
} vt_sphere_node;

// Parents come before their children; node 0 is the root.
typedef struct vt_sphere_tree {
  int node_count, leaf_count, point_count;
  vt_sphere_node *nodes;
  int *order;      // points, leaf by leaf
  int *leaves;     // nodes of the leaves
  int *neighbours; // VT_SPHERE_NEIGHBOURS of each point, as the tree was made; its own number where there are
                   // none
  vt_sphere *spheres; // by node, in the coordinates of the points
  vt_sphere *whole;   // by node: as all were last fitted
  vt_vec3 *fitted;    // m, points at that time
  vt_vec3 *controls;  // m, by leaf: the foot of the mean of its points on the surface
  vt_vec3 *normals;   // of these
  double *bulges;     // m, by leaf: how far its points and their neighbours are off the plane of that
} vt_sphere_tree;

// `leaf_points` is how many points a leaf has at most, 1 or more.
bool vt_sphere_tree_init(vt_sphere_tree *tree, const vt_points *surface, int leaf_points, vt_error *error);
// With just as many leaves, 1 up to the number of points.
bool vt_sphere_tree_init_leaves(
    vt_sphere_tree *tree, const vt_points *surface, int leaf_count, vt_error *error);
void vt_sphere_tree_free(vt_sphere_tree *tree);

// Fits the spheres to points that have moved, from the leaves up to those of a level; 0 fits all. Spheres
// above the level stay and grow by the largest displacement since all were fitted, which costs a visit of
// each, and no distance.
void vt_sphere_tree_refit(vt_sphere_tree *tree, const vt_vec3 *points, int level);

// Called for a leaf of each; false stops the search.
typedef bool (*vt_sphere_visit)(void *context, int leaf_a, int leaf_b);

// Visits all pairs of leaves whose spheres are no further apart than `reach` (m), with the trees at these
// poses. False if a visit stopped it.
bool vt_sphere_pairs(const vt_sphere_tree *a, vt_pose pose_a, const vt_sphere_tree *b, vt_pose pose_b,
    double reach, vt_sphere_visit visit, void *context);

#endif
