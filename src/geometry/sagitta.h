// The sagitta: how far a smooth surface lies off the flat triangles that approximate it.
#ifndef VT_GEOMETRY_SAGITTA_H
#define VT_GEOMETRY_SAGITTA_H

#include "geometry/surface_topology.h"

// By triangle, m, with the surface at `vertices`. Creases at rest are no part of a smooth surface.
void vt_sagittas(const vt_surface_topology *topology, const vt_vec3 *vertices, double *sagittas);

// How far the surface may lie off a vertex, edge or triangle along a unit vector: the largest of the
// triangles around it, each along its normal.
double vt_sagitta_along(const vt_surface_topology *topology, const vt_vec3 *vertices, const double *sagittas,
    int feature, vt_vec3 direction);

#endif
