// Shape functions of the finite cells.
#include "mesh/shape.h"

#include "base/vec.h"

#include <assert.h>

static const vt_vec3 tet_nodes[10] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0, 0}, {0.5, 0.5, 0},
    {0, 0.5, 0}, {0, 0, 0.5}, {0, 0.5, 0.5}, {0.5, 0, 0.5}};

static const vt_vec3 hex_nodes[8] = {
    {-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}};

// The gradients of the four barycentric coordinates.
static const vt_vec3 tet_slopes[4] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

void vt_shape_functions(vt_cell_kind kind, vt_vec3 reference, double *values) {
  assert(kind != VT_CELL_NONE);
  double r = reference.x, s = reference.y, t = reference.z;
  double l[4] = {1 - r - s - t, r, s, t};
  switch (kind) {
  case VT_CELL_TET4:
    for (int i = 0; i < 4; ++i) values[i] = l[i];
    return;
  case VT_CELL_TET10:
    for (int i = 0; i < 4; ++i) values[i] = l[i] * (2 * l[i] - 1);
    for (int e = 0; e < 6; ++e) values[4 + e] = 4 * l[vt_tet_edges[e][0]] * l[vt_tet_edges[e][1]];
    return;
  case VT_CELL_HEX8:
    for (int i = 0; i < 8; ++i) {
      vt_vec3 n = hex_nodes[i];
      values[i] = 0.125 * (1 + n.x * r) * (1 + n.y * s) * (1 + n.z * t);
    }
    return;
  case VT_CELL_NONE:
    break;
  }
}

void vt_shape_gradients(vt_cell_kind kind, vt_vec3 reference, vt_vec3 *gradients) {
  assert(kind != VT_CELL_NONE);
  double r = reference.x, s = reference.y, t = reference.z;
  double l[4] = {1 - r - s - t, r, s, t};
  switch (kind) {
  case VT_CELL_TET4:
    for (int i = 0; i < 4; ++i) gradients[i] = tet_slopes[i];
    return;
  case VT_CELL_TET10:
    for (int i = 0; i < 4; ++i) gradients[i] = vt_scale(4 * l[i] - 1, tet_slopes[i]);
    for (int e = 0; e < 6; ++e) {
      int i = vt_tet_edges[e][0], j = vt_tet_edges[e][1];
      gradients[4 + e] = vt_add(vt_scale(4 * l[j], tet_slopes[i]), vt_scale(4 * l[i], tet_slopes[j]));
    }
    return;
  case VT_CELL_HEX8:
    for (int i = 0; i < 8; ++i) {
      vt_vec3 n = hex_nodes[i];
      double x = 1 + n.x * r, y = 1 + n.y * s, z = 1 + n.z * t;
      gradients[i] = vt_v3(0.125 * n.x * y * z, 0.125 * n.y * x * z, 0.125 * n.z * x * y);
    }
    return;
  case VT_CELL_NONE:
    break;
  }
}

const vt_vec3 *vt_shape_nodes(vt_cell_kind kind) { return kind == VT_CELL_HEX8 ? hex_nodes : tet_nodes; }

vt_vec3 vt_shape_center(vt_cell_kind kind) {
  return kind == VT_CELL_HEX8 ? vt_v3(0, 0, 0) : vt_v3(0.25, 0.25, 0.25);
}

bool vt_shape_contains(vt_cell_kind kind, vt_vec3 reference, double tolerance) {
  double r = reference.x, s = reference.y, t = reference.z;
  if (kind == VT_CELL_HEX8) {
    double edge = 1 + tolerance;
    return fabs(r) <= edge && fabs(s) <= edge && fabs(t) <= edge;
  }
  return r >= -tolerance && s >= -tolerance && t >= -tolerance && r + s + t <= 1 + tolerance;
}
