// Volume, area and volume gradient of a cavity's closed mesh.
#include "cavity/cavity.h"

// The corners of a triangle, seen from a point near them.
static void corners_of(const vt_cavities *cavities, const vt_cavity *cavity, const vt_cavity_triangle *t,
    const vt_vec3 *const *surfaces, vt_vec3 origin, vt_vec3 corners[3]) {
  const vt_cavity_vertex *vertices = cavities->vertices + cavity->first_vertex;
  for (int i = 0; i < 3; ++i)
    corners[i] = vt_sub(vt_cavity_position(&vertices[t->vertices[i]], surfaces), origin);
}

// A point of the cavity: far from the world's origin the signed tetrahedra stay as small as the cavity.
static vt_vec3 origin_of(
    const vt_cavities *cavities, const vt_cavity *cavity, const vt_vec3 *const *surfaces) {
  if (cavity->vertex_count == 0) return vt_v3(0, 0, 0);
  return vt_cavity_position(&cavities->vertices[cavity->first_vertex], surfaces);
}

vt_cavity_size vt_cavity_measure(const vt_cavities *cavities, int index, const vt_vec3 *const *surfaces) {
  const vt_cavity *cavity = &cavities->items[index];
  vt_vec3 origin = origin_of(cavities, cavity, surfaces);
  vt_cavity_size size = {0};
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const vt_cavity_triangle *t = &cavities->triangles[cavity->first_triangle + k];
    vt_vec3 x[3];
    corners_of(cavities, cavity, t, surfaces, origin, x);
    double area = 0.5 * vt_norm(vt_cross(vt_sub(x[1], x[0]), vt_sub(x[2], x[0])));
    size.volume += vt_dot(x[0], vt_cross(x[1], x[2])) / 6;
    size.area += area;
    if (t->source < 0) size.border_area += area;
  }
  const vt_cavity_vertex *v = cavities->vertices + cavity->first_vertex;
  for (int k = 0; k < cavity->tie_count; ++k) {
    const vt_cavity_tie *tie = &cavities->ties[cavity->first_tie + k];
    vt_vec3 across =
        vt_sub(vt_cavity_position(&v[tie->foot], surfaces), vt_cavity_position(&v[tie->on], surfaces));
    size.volume += vt_dot(tie->area, across);
  }
  return size;
}

// Of a closed mesh dV/dx at a vertex is a third of the area vectors around it: each triangle gives all its
// corners the same, so that forces cancel as area vectors do.
void vt_cavity_gradient(
    const vt_cavities *cavities, int index, const vt_vec3 *const *surfaces, vt_vec3 *gradient) {
  const vt_cavity *cavity = &cavities->items[index];
  vt_vec3 origin = origin_of(cavities, cavity, surfaces);
  for (int v = 0; v < cavity->vertex_count; ++v) gradient[v] = vt_v3(0, 0, 0);
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const vt_cavity_triangle *t = &cavities->triangles[cavity->first_triangle + k];
    vt_vec3 x[3];
    corners_of(cavities, cavity, t, surfaces, origin, x);
    vt_vec3 third = vt_scale(1.0 / 6, vt_cross(vt_sub(x[1], x[0]), vt_sub(x[2], x[0])));
    for (int i = 0; i < 3; ++i) gradient[t->vertices[i]] = vt_add(gradient[t->vertices[i]], third);
  }
  for (int k = 0; k < cavity->tie_count; ++k) {
    const vt_cavity_tie *tie = &cavities->ties[cavity->first_tie + k];
    gradient[tie->on] = vt_scale(-1, tie->area);
    gradient[tie->foot] = tie->area;
  }
}
