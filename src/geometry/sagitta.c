// The sagitta: how far a smooth surface lies off the flat triangles that approximate it.
//
// Strips of width h whose vertices lie on a cylinder turn by t = h / R from one to the next, and the cylinder
// rises h^2 / 8 R = t h / 8 above their middles. So every edge of a triangle counts with the angle at it
// times the height over it, by 8, and the three of them sum up: for triangles with equal sides on a sphere
// that is 9/8 of what it should be.
//
// The angle is the current one: a soft body that was flat is taken for smoothly bent. A crease at rest is
// part of the body's shape and does not count.
#include "geometry/sagitta.h"

#include "base/vec.h"

#include <math.h>

// Twice the area vector of a triangle, m^2.
static vt_vec3 area_of(const vt_surface_topology *t, const vt_vec3 *x, int triangle) {
  const int *v = t->triangles + 3 * triangle;
  return vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]]));
}

static double angle_between(vt_vec3 a, vt_vec3 b) { return atan2(vt_norm(vt_cross(a, b)), vt_dot(a, b)); }

void vt_sagittas(const vt_surface_topology *t, const vt_vec3 *x, double *sagittas) {
  for (int k = 0; k < t->triangle_count; ++k) sagittas[k] = 0;
  for (int e = 0; e < t->edge_count; ++e) {
    const vt_surface_edge *edge = &t->edges[e];
    if (!t->smooth[e]) continue;
    vt_vec3 area[2] = {area_of(t, x, edge->triangles[0]), area_of(t, x, edge->triangles[1])};
    double length = vt_norm(vt_sub(x[edge->vertices[1]], x[edge->vertices[0]]));
    double angle = angle_between(area[0], area[1]);
    if (!(length > 0 && angle > 0)) continue;
    for (int k = 0; k < 2; ++k) sagittas[edge->triangles[k]] += angle * vt_norm(area[k]) / (8 * length);
  }
}

static double along(
    const vt_surface_topology *t, const vt_vec3 *x, const double *sagittas, int triangle, vt_vec3 direction) {
  if (triangle < 0 || sagittas[triangle] == 0) return 0;
  vt_vec3 area = area_of(t, x, triangle);
  double size = vt_norm(area);
  return size > 0 ? sagittas[triangle] * fabs(vt_dot(area, direction)) / size : 0;
}

double vt_sagitta_along(
    const vt_surface_topology *t, const vt_vec3 *x, const double *sagittas, int feature, vt_vec3 direction) {
  int index = vt_feature_index(feature);
  double max = 0;
  switch (vt_feature_kind_of(feature)) {
  case VT_FEATURE_VERTEX:
    for (int k = t->vertex_triangle_start[index]; k < t->vertex_triangle_start[index + 1]; ++k)
      max = fmax(max, along(t, x, sagittas, t->vertex_triangles[k], direction));
    return max;
  case VT_FEATURE_EDGE:
    for (int k = 0; k < 2; ++k)
      max = fmax(max, along(t, x, sagittas, t->edges[index].triangles[k], direction));
    return max;
  default:
    return along(t, x, sagittas, index, direction);
  }
}
