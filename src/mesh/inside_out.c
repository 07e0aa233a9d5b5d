// Which cells of a moved mesh are inside out, and around which edges it is wound.
//
// A cell inverts first at a corner: there the edges that leave it, in order, no longer span a positive
// volume. For a ten-node tetrahedron these are the tangents of its curved edges.
#include "mesh/cell.h"

#include "base/vec.h"

// The three neighbours of each corner, as they are in order at rest.
static const int hex_neighbours[8][3] = {
    {1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7}, {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};
static const int tet_neighbours[4][3] = {{1, 2, 3}, {0, 3, 2}, {3, 0, 1}, {2, 1, 0}};

// The tangent at a of the edge from corner a to b; that of the quadratic curve through the middle
// node is -3 a - b + 4 middle.
static vt_vec3 leaving(vt_cell_kind kind, const vt_vec3 *x, const int *cell, int a, int b) {
  static const int middles[4][4] = {{0, 4, 6, 7}, {4, 0, 5, 9}, {6, 5, 0, 8}, {7, 9, 8, 0}};
  vt_vec3 straight = vt_sub(x[cell[b]], x[cell[a]]);
  if (kind != VT_CELL_TET10) return straight;
  return vt_madd(vt_scale(-1, straight), 4, vt_sub(x[cell[middles[a][b]]], x[cell[a]]));
}

static bool is_inside_out(vt_cell_kind kind, const vt_vec3 *x, const int *cell) {
  int corners = kind == VT_CELL_HEX8    ? 8
                : kind == VT_CELL_TET10 ? 4
                                        : 1; // all of a straight one are the same
  for (int k = 0; k < corners; ++k) {
    const int *to = kind == VT_CELL_HEX8 ? hex_neighbours[k] : tet_neighbours[k];
    vt_vec3 a = leaving(kind, x, cell, k, to[0]), b = leaving(kind, x, cell, k, to[1]),
            c = leaving(kind, x, cell, k, to[2]);
    if (vt_dot(a, vt_cross(b, c)) < 0) return true;
  }
  return false;
}

int vt_cells_inside_out(const vt_mesh *mesh, const vt_vec3 *x) {
  int count = 0, size = mesh->cell_kind == VT_CELL_HEX8 ? 8 : mesh->cell_kind == VT_CELL_TET10 ? 10 : 4;
  for (int c = 0; c < mesh->cell_count && mesh->cell_kind != VT_CELL_NONE; ++c)
    count += is_inside_out(mesh->cell_kind, x, mesh->cells + c * size);
  return count;
}

// The angle in cell `cell` between the two faces at the edge from corner a to b, at a.
static double angle_at(vt_cell_kind kind, const vt_vec3 *x, const int *cell, int a, int b) {
  const int *to = kind == VT_CELL_HEX8 ? hex_neighbours[a] : tet_neighbours[a];
  int first = to[0] == b ? 1 : 0, second = to[2] == b ? 1 : 2;
  vt_vec3 along = leaving(kind, x, cell, a, b);
  vt_vec3 p = vt_cross(along, leaving(kind, x, cell, a, to[first])),
          q = vt_cross(along, leaving(kind, x, cell, a, to[second]));
  return atan2(vt_norm(vt_cross(p, q)), vt_dot(p, q));
}

// The place of a node in a cell.
static int place_in(const int *cell, int node) {
  int k = 0;
  while (cell[k] != node) ++k;
  return k;
}

void vt_edge_angles(
    const vt_mesh *mesh, const vt_vec3 *x, const int *cell_edges, int edge_count, double *angles) {
  int size = vt_cell_size(mesh->cell_kind), per_cell = vt_cell_edge_count(mesh->cell_kind);
  for (int k = 0; k < edge_count; ++k) angles[k] = 0;
  for (int c = 0; c < mesh->cell_count; ++c)
    for (int k = 0; k < per_cell; ++k) {
      const int *cell = mesh->cells + c * size;
      int ends[2];
      vt_cell_edge(mesh->cell_kind, cell, k, ends);
      int from = ends[0] < ends[1] ? ends[0] : ends[1], to = ends[0] < ends[1] ? ends[1] : ends[0];
      angles[cell_edges[c * per_cell + k]] +=
          angle_at(mesh->cell_kind, x, cell, place_in(cell, from), place_in(cell, to));
    }
}
