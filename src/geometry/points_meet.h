// Where two surfaces from points come near: control points of one projected on the other.
#ifndef VT_GEOMETRY_POINTS_MEET_H
#define VT_GEOMETRY_POINTS_MEET_H

#include "geometry/sphere_tree.h"

// A surface from points with its tree, at a pose.
typedef struct vt_points_side {
  const vt_points *surface;
  const vt_sphere_tree *tree;
  vt_pose pose;
} vt_points_side;

// A control point of A and its foot on B, in the world.
typedef struct vt_meeting {
  int leaf, other; // of A, and the leaf of B whose sphere has the foot in it
  vt_vec3 point;   // m: of A
  vt_vec3 foot;    // m: on B
  vt_vec3 normal;  // of B at the foot, outwards
  double gap;      // m: below 0 inside
} vt_meeting;

// What a search needs, made once for A.
typedef struct vt_meeting_search {
  int leaf_count;
  vt_points_foot *feet; // by leaf of A, in B's coordinates
  int *others;          // by leaf of A: that of B which its foot lies in; -1: none
  double deeper;      // m, 0 at first: by how much spheres may be further apart, for what is that deep inside
  const double *more; // m, by leaf of A: by how much more than others it may come nearer; NULL: none
  double most;        // m: the largest of these
  double tree_time, distance_time; // s: of the last search, for leaves that come near and for feet
} vt_meeting_search;

bool vt_meeting_search_init(vt_meeting_search *search, const vt_sphere_tree *tree, vt_error *error);
void vt_meeting_search_free(vt_meeting_search *search);

// The control points of A that are no further than `reach` (m), and their own `more`, from B, in the order of
// its leaves, at most as many as leaves; how many. Each is projected once. Feet outside the spheres of all
// leaves of B that its own leaf meets are left out, as are those whose normal looks along that of A: both are
// artefacts of strong curvature, where the projection slid to another part of the surface (section 3.3 of the
// paper).
int vt_points_meet(vt_meeting_search *search, const vt_points_side *a, const vt_points_side *b, double reach,
    vt_meeting *meetings);

#endif
