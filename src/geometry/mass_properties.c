// Mass properties by exact integration over the tetrahedra between the triangles and one point.
#include "geometry/mass_properties.h"

#include "base/vec.h"

// A point near the surface (the middle of its bounding box), so that far-away meshes lose no digits, and the
// length of the box's diagonal.
static vt_vec3 surface_middle(const vt_mesh *mesh, double *diagonal) {
  vt_vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < 3 * mesh->triangle_count; ++i) {
    vt_vec3 x = mesh->nodes[mesh->triangles[i]];
    low = vt_v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
    high = vt_v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
  }
  *diagonal = vt_norm(vt_sub(high, low));
  return vt_madd(low, 0.5, vt_sub(high, low));
}

// Over a tetrahedron with corners 0, a, b, c and d = det(a, b, c):
//   volume d / 6,  integral of x = d / 24 (a + b + c),
//   integral of x x^T = d / 120 (a a^T + b b^T + c c^T + (a + b + c)(a + b + c)^T).
bool vt_mass_properties_of(const vt_mesh *mesh, vt_mass_properties *properties, vt_error *error) {
  if (mesh->triangle_count == 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no triangles, expected a closed surface", mesh->source);
  double diagonal = 0;
  vt_vec3 middle = surface_middle(mesh, &diagonal);
  double volume = 0;
  vt_vec3 first = {0, 0, 0};
  vt_mat3 second = {{{0}}};
  for (int i = 0; i < mesh->triangle_count; ++i) {
    const int *corner = &mesh->triangles[3 * i];
    vt_vec3 a = vt_sub(mesh->nodes[corner[0]], middle);
    vt_vec3 b = vt_sub(mesh->nodes[corner[1]], middle);
    vt_vec3 c = vt_sub(mesh->nodes[corner[2]], middle);
    vt_vec3 sum = vt_add(a, vt_add(b, c));
    double d = vt_dot(a, vt_cross(b, c));
    volume += d / 6;
    first = vt_madd(first, d / 24, sum);
    vt_mat3 squares = vt_mat_add(
        vt_mat_add(vt_outer(a, a), vt_outer(b, b)), vt_mat_add(vt_outer(c, c), vt_outer(sum, sum)));
    second = vt_mat_add(second, vt_mat_scale(d / 120, squares));
  }
  // Below this the volume is only rounding.
  double least = 1e-14 * diagonal * diagonal * diagonal;
  if (volume < -least)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found a volume of %g m^3, expected above 0: the surface faces inwards", mesh->source, volume);
  if (!(volume > least))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found a volume of %g m^3, expected above 0: the surface encloses nothing", mesh->source, volume);

  // Move the second moments to the centre: C - V c c^T; then the inertia is tr(C) 1 - C.
  vt_vec3 center = vt_scale(1 / volume, first);
  second = vt_mat_add(second, vt_mat_scale(-volume, vt_outer(center, center)));
  double trace = second.m[0][0] + second.m[1][1] + second.m[2][2];
  properties->volume = volume;
  properties->center = vt_add(middle, center);
  properties->inertia = vt_mat_add(vt_mat_diagonal(vt_v3(trace, trace, trace)), vt_mat_scale(-1, second));
  return true;
}
