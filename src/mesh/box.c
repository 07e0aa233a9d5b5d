// Boxes of hexahedra, of tetrahedra, or of triangles.
#include "base/misuse.h"
#include "base/memory.h"
#include "base/vec.h"
#include "mesh/build.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

// Six tetrahedra along the diagonal 0-6 of a brick, one for each order of the three axes (Kuhn): every face
// is cut along the same diagonal as the opposite one, so neighbouring bricks fit.
static const int brick_tets[6][4] = {
    {0, 1, 2, 6}, {0, 5, 1, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 4, 5, 6}, {0, 7, 4, 6}};

typedef struct box {
  vt_vec3 min, max; // m
  int n[3];         // cells along x, y, z
  int node_count, brick_count;
  vt_vec3 *nodes;
  int *cells; // of the kind asked for
} box;

static int box_node(const box *b, int i, int j, int k) { return i + (b->n[0] + 1) * (j + (b->n[1] + 1) * k); }

static bool check_box(box *b, vt_error *error) {
  vt_vec3 lo = b->min, hi = b->max;
  if (!vt_is_finite(lo) || !vt_is_finite(hi) || lo.x >= hi.x || lo.y >= hi.y || lo.z >= hi.z) {
    return vt_fail(error, VT_BAD_INPUT,
        "box from (%g %g %g) to (%g %g %g): expected a size above 0 along each axis", lo.x, lo.y, lo.z, hi.x,
        hi.y, hi.z);
  }
  double nodes = 1;
  bool positive = true;
  for (int a = 0; a < 3; ++a) {
    nodes *= (double)b->n[a] + 1;
    positive = positive && b->n[a] > 0;
  }
  // Six tetrahedra of four faces with their corners must be countable in int.
  if (!positive || nodes > INT_MAX / 1000) {
    return vt_fail(error, VT_BAD_INPUT,
        "box of %d x %d x %d cells: expected 1 or more along each axis, below %d nodes", b->n[0], b->n[1],
        b->n[2], INT_MAX / 1000);
  }
  b->node_count = (int)nodes;
  b->brick_count = b->n[0] * b->n[1] * b->n[2];
  return true;
}

static void fill_nodes(box *b) {
  vt_vec3 *node = b->nodes;
  for (int k = 0; k <= b->n[2]; ++k) {
    for (int j = 0; j <= b->n[1]; ++j) {
      for (int i = 0; i <= b->n[0]; ++i, ++node) {
        double u = (double)i / b->n[0], v = (double)j / b->n[1], w = (double)k / b->n[2];
        // This form meets both ends exactly.
        *node = vt_v3((1 - u) * b->min.x + u * b->max.x, (1 - v) * b->min.y + v * b->max.y,
            (1 - w) * b->min.z + w * b->max.z);
      }
    }
  }
}

static void fill_cells(box *b, bool tets) {
  int *cell = b->cells;
  for (int c = 0; c < b->brick_count; ++c) {
    int i = c % b->n[0], j = c / b->n[0] % b->n[1], k = c / b->n[0] / b->n[1];
    int corners[8];
    for (int v = 0; v < 8; ++v) {
      int dx = (v % 4 == 1 || v % 4 == 2), dy = v % 4 >= 2, dz = v >= 4;
      corners[v] = box_node(b, i + dx, j + dy, k + dz);
    }
    if (tets) {
      for (int t = 0; t < 24; ++t) *cell++ = corners[brick_tets[t / 4][t % 4]];
    } else {
      for (int v = 0; v < 8; ++v) *cell++ = corners[v];
    }
  }
}

// The closed surface of a volume mesh as a mesh of its own, without the inner nodes.
static vt_mesh *take_surface(const vt_mesh *mesh, vt_error *error) {
  vt_mesh *surface = NULL;
  int *place = VT_NEW(int, mesh->node_count, error);
  int *triangles = VT_NEW(int, 3 * (size_t)mesh->triangle_count, error);
  vt_vec3 *nodes = VT_NEW(vt_vec3, mesh->node_count, error);
  int count = 0;
  if (place == NULL || triangles == NULL || nodes == NULL) goto out;
  for (int i = 0; i < 3 * mesh->triangle_count; ++i) place[mesh->triangles[i]] = 1;
  for (int n = 0; n < mesh->node_count; ++n) {
    if (place[n] == 0) continue;
    nodes[count] = mesh->nodes[n];
    place[n] = count++;
  }
  for (int i = 0; i < 3 * mesh->triangle_count; ++i) triangles[i] = place[mesh->triangles[i]];
  surface = vt_mesh_create(
      mesh->source, nodes, count, VT_CELL_NONE, NULL, 0, triangles, mesh->triangle_count, error);
out:
  free(place);
  free(triangles);
  free(nodes);
  return surface;
}

vt_mesh *vt_mesh_box(vt_vec3 min, vt_vec3 max, int nx, int ny, int nz, vt_cell_kind kind, vt_error *error) {
  VT_NEED_OR_FAIL(vt_is_number((int)kind, VT_CELL_HEX8 + 1), error, NULL);
  box b = {.min = min, .max = max, .n = {nx, ny, nz}};
  bool tets = kind == VT_CELL_TET4 || kind == VT_CELL_TET10;
  vt_mesh *mesh = NULL, *final = NULL;
  char source[64];
  if (!check_box(&b, error)) return NULL;
  b.nodes = VT_NEW(vt_vec3, b.node_count, error);
  b.cells = VT_NEW(int, (size_t)b.brick_count *(tets ? 24 : 8), error);
  if (b.nodes == NULL || b.cells == NULL) goto out;
  fill_nodes(&b);
  fill_cells(&b, tets);
  snprintf(source, sizeof source, "box %dx%dx%d", nx, ny, nz);
  mesh = vt_mesh_create(source, b.nodes, b.node_count, tets ? VT_CELL_TET4 : VT_CELL_HEX8, b.cells,
      tets ? 6 * b.brick_count : b.brick_count, NULL, 0, error);
  if (mesh == NULL) goto out;
  if (kind == VT_CELL_TET10) {
    final = vt_mesh_quadratic(mesh, error);
  } else if (kind == VT_CELL_NONE) {
    final = take_surface(mesh, error);
  } else {
    final = mesh;
    mesh = NULL;
  }
out:
  vt_mesh_destroy(mesh);
  free(b.nodes);
  free(b.cells);
  return final;
}
