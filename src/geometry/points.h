// A surface defined by points: the zero set of f(p) = n(p) . (a(p) - p), by weighted least squares.
//
// Le Garrec et al. 2006, (1) to (3), after Alexa and Adamson 2004: a(p) is the mean of the points near p,
// with weights that fall with the distance, and n(p) the direction in which these vary least. docs/points.md
// has what it does and where it ends.
#ifndef VT_GEOMETRY_POINTS_H
#define VT_GEOMETRY_POINTS_H

#include "geometry/kd_tree.h"

typedef struct vt_points_options {
  double bandwidth; // m: h of the weight exp(-d^2 / h^2); 0 (the default): from the spacing of points there
  bool one_sided;   // whether points whose normals look the other way are left out; true by default
} vt_points_options;

vt_points_options vt_points_options_default(void);

typedef struct vt_points {
  int count;
  vt_vec3 *points;    // m
  vt_vec3 *normals;   // outwards, of length 1
  double *bandwidths; // m, at each point
  double *smooth;     // m, at each point: the mean of those around it, which projections from there use
  double spacing;     // m: the mean distance of points to those next to them
  double largest_bandwidth;
  bool one_sided;
  vt_kd_tree tree;
} vt_points;

// The surface of `count` points, four at least, all at different places; they are copied. Without normals
// (NULL) these are found from the points, and turned alike over the whole of each connected part
// (points_orient.c). False without memory.
bool vt_points_init(vt_points *surface, const vt_vec3 *points, const vt_vec3 *normals, int count,
    const vt_points_options *options, vt_error *error);
void vt_points_free(vt_points *surface);

// What the surface is like at a place: the weighted mean of points, their plane, and f.
typedef struct vt_points_fit {
  vt_vec3 mean, normal; // m, outwards
  double value;         // m: f, above 0 inside
  double bandwidth;     // m
  int used;             // points within reach; below three there is no plane, and all else is 0
} vt_points_fit;

vt_points_fit vt_points_at(const vt_points *surface, vt_vec3 p);

// The foot of a point on the surface.
typedef struct vt_points_foot {
  vt_vec3 point, normal; // m
  double distance;       // m, above 0 outside
  bool found;            // whether the projection converged; if not, the nearest of the points stands for it
} vt_points_foot;

// By projection on the plane at the foot until that stays, which is orthogonal at the end. It converges from
// where the distance is less than the radius of curvature there.
vt_points_foot vt_points_project(const vt_points *surface, vt_vec3 p);

// Both principal curvatures (1/m) at a point of the surface, the larger first; a ball of radius r has 1/r. Of
// a quadric through the points there, with their weights. False where these are too few.
bool vt_points_curvature(const vt_points *surface, const vt_points_foot *foot, double curvatures[2]);

// points_orient.c: turns normals that are known but for their sign.
bool vt_points_orient(vt_points *surface, vt_error *error);

#endif
