// The soft body of the contact tests: half a ball about the point of contact, fine there and coarse far away.
//
// A core of n x n x n/2 bricks, n/2 shells that turn its surface into a half sphere, and shells whose
// thickness grows with the distance: a body a hundred times as large as the contact costs three times the
// cells of the contact itself.
#include "half_ball.h"

#include "../shapes.h"

#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *pointer, const char *what) {
  if (pointer != NULL) return pointer;
  printf("half_ball: %s\n", what);
  exit(1);
}

#define NEED(type, count) ((type *)need(calloc((size_t)(count), sizeof(type)), "no memory"))

typedef struct builder {
  int n, core, border, shells;
  double growth; // of the coarse shells
  vt_vec3 *nodes;
  int node_count;
  int *outside; // core nodes on the border, other than the inside of the lower face
  int *place;   // their numbers by core node, or -1
  int *cells, cell_count;
} builder;

// ---------------------------------------------------------------- nodes

static int core_node(const builder *b, int i, int j, int k) { return (k * (b->n + 1) + j) * (b->n + 1) + i; }

// A point of the core: between a cube and a ball, rounder towards its border.
static vt_vec3 core_point(double u, double v, double w) {
  double reach = fmax(fmax(fabs(u), fabs(v)), w), length = sqrt(u * u + v * v + w * w);
  if (length == 0) return vt_v3(0, 0, 0);
  double mix = 0.5 * reach, scale = (1 - mix) * 0.4 + mix * 0.55 * reach / length;
  return vt_v3(scale * u, scale * v, scale * w);
}

static void place_core(builder *b, double fine, bool rim) {
  int n = b->n;
  for (int k = 0; k <= n / 2; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        int at = core_node(b, i, j, k);
        double w = 2.0 * k / n;
        b->nodes[at] = vt_scale(fine, core_point(2.0 * i / n - 1, 2.0 * j / n - 1, rim ? w * w : w));
        b->place[at] = -1;
        if (i > 0 && i < n && j > 0 && j < n && k < n / 2) continue;
        b->place[at] = b->border;
        b->outside[b->border++] = at;
      }
}

// How far a shell is: as a share of the distance from the core to the fine sphere, or above 1 in its radii.
static double shell_place(const builder *b, const half_ball_def *def, int shell) {
  double at = 2.0 * (shell + 1) / b->n;
  if (!def->rim) return at <= 1 ? at : pow(b->growth, shell + 1 - b->n / 2);
  if (at <= 1) return 1 - (1 - at) * (1 - at);
  return at <= 2 ? 1 + 0.5 * (at - 1) * (at - 1) : 1.5 * pow(b->growth, shell + 1 - b->n);
}

static void place_shell(builder *b, const half_ball_def *def, int shell) {
  double place = shell_place(b, def, shell);
  for (int p = 0; p < b->border; ++p) {
    vt_vec3 from = b->nodes[b->outside[p]], to = vt_scale(def->fine, vt_normalized(from));
    b->nodes[b->core + shell * b->border + p] =
        place < 1 ? vt_madd(from, place, vt_sub(to, from)) : vt_scale(place, to);
  }
}

// ---------------------------------------------------------------- cells

static void add_brick(builder *b, const int *below, const int *above) {
  shape_make_brick(below, above, b->nodes, b->cells + 8 * b->cell_count++);
}

// Bricks on one quadrilateral of the core's border, through all shells.
static void add_column(builder *b, const int *corners) {
  int below[4], above[4];
  memcpy(below, corners, sizeof below);
  for (int s = 0; s < b->shells; ++s) {
    for (int c = 0; c < 4; ++c) above[c] = b->core + s * b->border + b->place[corners[c]];
    add_brick(b, below, above);
    memcpy(below, above, sizeof below);
  }
}

static void add_cells(builder *b) {
  int n = b->n;
  for (int k = 0; k < n / 2; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        int quads[2][4];
        for (int s = 0; s < 2; ++s)
          for (int c = 0; c < 4; ++c) quads[s][c] = core_node(b, i + (c == 1 || c == 2), j + (c >= 2), k + s);
        add_brick(b, quads[0], quads[1]);
      }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      add_column(b, (int[4]){core_node(b, i, j, n / 2), core_node(b, i + 1, j, n / 2),
                        core_node(b, i + 1, j + 1, n / 2), core_node(b, i, j + 1, n / 2)});
  for (int k = 0; k < n / 2; ++k)
    for (int i = 0; i < n; ++i)
      for (int side = 0; side <= n; side += n) {
        add_column(b, (int[4]){core_node(b, i, side, k), core_node(b, i + 1, side, k),
                          core_node(b, i + 1, side, k + 1), core_node(b, i, side, k + 1)});
        add_column(b, (int[4]){core_node(b, side, i, k), core_node(b, side, i + 1, k),
                          core_node(b, side, i + 1, k + 1), core_node(b, side, i, k + 1)});
      }
}

// ---------------------------------------------------------------- the mesh

static void add_held(vt_mesh *mesh, const builder *b) {
  int first = b->core + (b->shells - 1) * b->border;
  vt_mesh_group g = {.name = strcpy(NEED(char, 5), "held"),
      .nodes = NEED(int, b->border),
      .triangles = NEED(int, mesh->triangle_count)};
  for (int p = 0; p < b->border; ++p) g.nodes[g.node_count++] = first + p;
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const int *corner = mesh->triangles + 3 * t;
    if (corner[0] >= first && corner[1] >= first && corner[2] >= first) g.triangles[g.triangle_count++] = t;
  }
  mesh->groups = NEED(vt_mesh_group, 1);
  mesh->groups[mesh->group_count++] = g;
}

vt_mesh *bricks_mesh(const char *source, const vt_vec3 *nodes, int node_count, const int *cells,
    int cell_count, vt_element element) {
  vt_error error = {0};
  if (element == VT_ELEMENT_HEX8)
    return need(vt_mesh_create(source, nodes, node_count, VT_CELL_HEX8, cells, cell_count, NULL, 0, &error),
        error.message);
  int *tets = NEED(int, 24 * cell_count), count = 0;
  for (int k = 0; k < cell_count; ++k) count += shape_split_brick(cells + 8 * k, nodes, tets + 4 * count);
  vt_mesh *mesh = vt_mesh_create(source, nodes, node_count, VT_CELL_TET4, tets, count, NULL, 0, &error);
  free(tets);
  return need(mesh, error.message);
}

static vt_mesh *make_mesh(const builder *b, vt_element element) {
  vt_error error = {0};
  vt_mesh *mesh = bricks_mesh("half ball", b->nodes, b->node_count, b->cells, b->cell_count, element);
  add_held(mesh, b);
  if (element != VT_ELEMENT_TET10) return mesh;
  vt_mesh *quadratic = need(vt_mesh_quadratic(mesh, &error), error.message);
  vt_mesh_destroy(mesh);
  return quadratic;
}

// Each triangle gives a third of its area to its corners; of hexahedra, whose faces are cut in two at random,
// each face gives a quarter.
double *flat_areas(const vt_mesh *mesh) {
  static const int faces[6][4] = {
      {0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  bool bricks = mesh->cell_kind == VT_CELL_HEX8;
  double *areas = NEED(double, mesh->node_count);
  const vt_vec3 *x = mesh->nodes;
  for (int f = 0; f < (bricks ? 6 * mesh->cell_count : mesh->triangle_count); ++f) {
    int corner[4], corners = bricks ? 4 : 3;
    bool low = true;
    for (int c = 0; c < corners; ++c) {
      corner[c] = bricks ? mesh->cells[8 * (f / 6) + faces[f % 6][c]] : mesh->triangles[3 * f + c];
      low = low && x[corner[c]].z == 0;
    }
    vt_vec3 u = vt_sub(x[corner[2]], x[corner[0]]);
    vt_vec3 v = vt_sub(x[corner[corners - 1]], x[corner[1]]);
    for (int c = 0; c < corners && low; ++c) areas[corner[c]] += 0.5 * vt_norm(vt_cross(u, v)) / corners;
  }
  return areas;
}

// Turns the plane z = 0 into the sphere and keeps distances from the origin: a point at the distance r goes
// down from the axis by as much less as the sphere is at that distance.
static vt_vec3 bend(vt_vec3 p, double sphere) {
  double r = vt_norm(p), flat = hypot(p.x, p.y);
  if (flat == 0) return p;
  double angle = atan2(flat, p.z) * acos(r / (2 * sphere)) / (VT_PI / 2);
  return vt_v3(r * sin(angle) * p.x / flat, r * sin(angle) * p.y / flat, r * cos(angle));
}

vt_mesh *half_ball(const half_ball_def *def, double **areas) {
  int n = def->n, fine_shells = def->rim ? n : n / 2;
  double ratio = def->held / (def->rim ? 1.5 * def->fine : def->fine);
  int coarse = (int)ceil(log(ratio) / log(1 + 3.0 / n));
  builder b = {.n = n, .core = (n + 1) * (n + 1) * (n / 2 + 1), .shells = fine_shells + coarse};
  b.growth = pow(ratio, 1.0 / coarse);
  b.outside = NEED(int, b.core);
  b.place = NEED(int, b.core);
  b.nodes = NEED(vt_vec3, b.core);
  place_core(&b, def->fine, def->rim);
  b.node_count = b.core + b.shells * b.border;
  b.nodes = need(realloc(b.nodes, sizeof *b.nodes * (size_t)b.node_count), "no memory");
  b.cells = NEED(int, 8 * (n * n * n / 2 + 3 * n * n * b.shells));
  for (int s = 0; s < b.shells; ++s) place_shell(&b, def, s);
  add_cells(&b);
  vt_mesh *mesh = make_mesh(&b, def->element);
  if (areas != NULL) *areas = flat_areas(mesh);
  for (int i = 0; i < mesh->node_count && def->sphere > 0; ++i)
    mesh->nodes[i] = bend(mesh->nodes[i], def->sphere);
  free(b.outside);
  free(b.place);
  free(b.nodes);
  free(b.cells);
  return mesh;
}
