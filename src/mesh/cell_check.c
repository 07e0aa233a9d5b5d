// Whether cells are well formed: no node twice, neither flat nor inverted.
#include "mesh/cell.h"

#include "base/error.h"
#include "base/vec.h"
#include "mesh/shape.h"

// A cell is flat when its Jacobian is below this part of the cube of its longest edge: far above rounding
// for coordinates of the cell's own size, far below any cell one could compute with.
#define FLATNESS 1e-12

// The determinant of the map from the reference cell at a point of it.
static double jacobian(vt_cell_kind kind, const vt_vec3 *nodes, const int *cell, vt_vec3 at) {
  vt_vec3 g[VT_CELL_MAX_NODES], d[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  vt_shape_gradients(kind, at, g);
  for (int i = 0; i < vt_cell_size(kind); ++i) {
    // Relative to the first node, so that a cell far from the origin loses no digits.
    vt_vec3 x = vt_sub(nodes[cell[i]], nodes[cell[0]]);
    d[0] = vt_madd(d[0], g[i].x, x);
    d[1] = vt_madd(d[1], g[i].y, x);
    d[2] = vt_madd(d[2], g[i].z, x);
  }
  return vt_dot(vt_cross(d[0], d[1]), d[2]);
}

// At the nodes and the points of the four-point rule.
static double tet10_least(const vt_vec3 *nodes, const int *cell) {
  const double a = 0.1381966011250105, b = 0.5854101966249685;
  const vt_vec3 inner[4] = {{a, a, a}, {b, a, a}, {a, b, a}, {a, a, b}};
  double least = INFINITY;
  for (int p = 0; p < 14; ++p) {
    vt_vec3 at = p < 10 ? vt_shape_nodes(VT_CELL_TET10)[p] : inner[p - 10];
    least = fmin(least, jacobian(VT_CELL_TET10, nodes, cell, at));
  }
  return least;
}

// At the nodes and the points of the eight-point rule.
static double hex8_least(const vt_vec3 *nodes, const int *cell) {
  const double gauss = 0.5773502691896257;
  double least = INFINITY;
  for (int p = 0; p < 16; ++p) {
    vt_vec3 at = vt_scale(p < 8 ? 1 : gauss, vt_shape_nodes(VT_CELL_HEX8)[p % 8]);
    least = fmin(least, jacobian(VT_CELL_HEX8, nodes, cell, at));
  }
  return least;
}

double vt_cell_least_jacobian(vt_cell_kind kind, const vt_vec3 *nodes, const int *cell, double *size) {
  *size = 0;
  for (int e = 0; e < vt_cell_edge_count(kind); ++e) {
    int ends[2];
    vt_cell_edge(kind, cell, e, ends);
    *size = fmax(*size, vt_norm(vt_sub(nodes[ends[0]], nodes[ends[1]])));
  }
  if (kind == VT_CELL_TET10) return tet10_least(nodes, cell);
  if (kind == VT_CELL_HEX8) return hex8_least(nodes, cell);
  vt_vec3 a = vt_sub(nodes[cell[1]], nodes[cell[0]]);
  vt_vec3 b = vt_sub(nodes[cell[2]], nodes[cell[0]]);
  vt_vec3 c = vt_sub(nodes[cell[3]], nodes[cell[0]]);
  return vt_dot(vt_cross(a, b), c);
}

bool vt_cells_check(vt_cell_kind kind, const vt_vec3 *nodes, const int *cells, int cell_count,
    const vt_cell_names *names, vt_error *error) {
  int size = vt_cell_size(kind);
  char name[512];
  for (int c = 0; c < cell_count; ++c) {
    const int *cell = cells + (size_t)c * (size_t)size;
    for (int i = 1; i < size; ++i) {
      for (int j = 0; j < i; ++j) {
        if (cell[i] != cell[j]) continue;
        vt_cell_name(names, c, name, sizeof name);
        return vt_fail(error, VT_BAD_INPUT,
            "%s has the same node at places %d and %d, expected %d different nodes", name, j + 1, i + 1,
            size);
      }
    }
    double length, least = vt_cell_least_jacobian(kind, nodes, cell, &length);
    double scale = length * length * length;
    if (least > FLATNESS * scale && isfinite(scale)) continue;
    vt_cell_name(names, c, name, sizeof name);
    if (!isfinite(scale) || !isfinite(least)) {
      return vt_fail(
          error, VT_BAD_INPUT, "%s is %g m long, expected a size whose volume can be computed", name, length);
    }
    bool flat = fabs(least) <= FLATNESS * scale;
    return vt_fail(error, VT_BAD_INPUT,
        "%s is %s (least Jacobian %.3g m^3, longest edge %.3g m), expected a positive volume", name,
        flat ? "flat" : "inverted", least, length);
  }
  return true;
}
