// A surface from points with its control points: what a body touches others with in place of triangles.
//
// Control points are the feet of the leaves' centres of the tree of spheres (Le Garrec et al. 2006, section
// 3.5.1): contacts are looked for at them, and forces and displacements between them are interpolated by (8).
#ifndef VT_GEOMETRY_SKIN_H
#define VT_GEOMETRY_SKIN_H

#include "geometry/sphere_tree.h"

enum { VT_SKIN_NEAR = 6 }; // control points that a place follows: those around it in a hexagonal lattice

typedef struct vt_skin {
  vt_points surface;
  vt_sphere_tree tree; // with the control points
  vt_kd_tree near;     // over these
  double *areas;       // m^2, by control point: of the surface that it stands for
  double spacing;      // m: of control points, as if they were a hexagonal lattice
} vt_skin;

// `controls` is how many control points there are, up to the number of points. `area` (m^2) is that of the
// whole surface, 0: found from the spacing of points. Points must be at different places, four at least.
bool vt_skin_init(vt_skin *skin, const vt_vec3 *points, const vt_vec3 *normals, int count, int controls,
    double area, vt_error *error);
void vt_skin_free(vt_skin *skin);

// The control points that a place on the surface follows, with their shares, which sum to 1: (8). How many.
int vt_skin_weights(
    const vt_skin *skin, vt_vec3 at, int controls[VT_SKIN_NEAR], double weights[VT_SKIN_NEAR]);

#endif
