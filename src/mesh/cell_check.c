// Whether cells are well formed: no node twice, neither flat nor inverted.
#include "mesh/cell.h"

#include "base/error.h"
#include "base/vec.h"

// A cell is flat when its Jacobian is below this part of the cube of its longest edge: far above rounding
// for coordinates of the cell's own size, far below any cell one could compute with.
#define FLATNESS 1e-12

// Gradients of the ten quadratic shape functions by the reference coordinates (r, s, t).
static void tet10_gradients(double r, double s, double t, double g[10][3]) {
  double l[4] = {1 - r - s - t, r, s, t};
  const double dl[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int ends[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 4; ++i) g[i][k] = (4 * l[i] - 1) * dl[i][k];
    for (int e = 0; e < 6; ++e) {
      int a = ends[e][0], b = ends[e][1];
      g[4 + e][k] = 4 * (l[a] * dl[b][k] + l[b] * dl[a][k]);
    }
  }
}

// Gradients of the eight trilinear shape functions on [-1, 1]^3.
static void hex8_gradients(double r, double s, double t, double g[8][3]) {
  const double at[8][3] = {
      {-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}};
  for (int i = 0; i < 8; ++i) {
    double a = 1 + at[i][0] * r, b = 1 + at[i][1] * s, c = 1 + at[i][2] * t;
    g[i][0] = at[i][0] * b * c / 8;
    g[i][1] = at[i][1] * a * c / 8;
    g[i][2] = at[i][2] * a * b / 8;
  }
}

static double jacobian(const vt_vec3 *nodes, const int *cell, int count, double g[][3]) {
  vt_vec3 d[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int i = 0; i < count; ++i) {
    // Relative to the first node, so that a cell far from the origin loses no digits.
    vt_vec3 x = vt_sub(nodes[cell[i]], nodes[cell[0]]);
    for (int k = 0; k < 3; ++k) d[k] = vt_madd(d[k], g[i][k], x);
  }
  return vt_dot(vt_cross(d[0], d[1]), d[2]);
}

static double tet10_least(const vt_vec3 *nodes, const int *cell) {
  const double a = 0.1381966011250105, b = 0.5854101966249685; // the four-point rule
  const double at[14][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {.5, 0, 0}, {.5, .5, 0}, {0, .5, 0},
      {0, 0, .5}, {0, .5, .5}, {.5, 0, .5}, {a, a, a}, {b, a, a}, {a, b, a}, {a, a, b}};
  double least = INFINITY;
  for (int p = 0; p < 14; ++p) {
    double g[10][3];
    tet10_gradients(at[p][0], at[p][1], at[p][2], g);
    least = fmin(least, jacobian(nodes, cell, 10, g));
  }
  return least;
}

static double hex8_least(const vt_vec3 *nodes, const int *cell) {
  const double gauss = 0.5773502691896257;
  double least = INFINITY;
  for (int p = 0; p < 16; ++p) {
    double s = p < 8 ? 1 : gauss, g[8][3];
    hex8_gradients((p & 1) ? s : -s, (p & 2) ? s : -s, (p & 4) ? s : -s, g);
    least = fmin(least, jacobian(nodes, cell, 8, g));
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
