// Meshes of the physics tests: beam, disc and spherical shell in any kind of cell.
#include "shapes.h"

#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *element_name(vt_element element) {
  static const char *const names[] = {"auto", "tet4", "tet4_nodal", "tet4_smoothed", "tet10", "hex8"};
  return names[element];
}

static void *need(void *pointer, const char *what) {
  if (pointer != NULL) return pointer;
  printf("shapes: %s\n", what);
  exit(1);
}

// ---------------------------------------------------------------- hexahedra, then what the element wants

typedef struct bricks {
  vt_vec3 *nodes;
  int node_count, *cells, cell_count;
} bricks;

static bricks bricks_new(int node_count, int cell_count) {
  return (bricks){.nodes = need(calloc((size_t)node_count, sizeof(vt_vec3)), "no memory"),
      .cells = need(calloc((size_t)cell_count, 8 * sizeof(int)), "no memory"),
      .node_count = node_count};
}

void shape_make_brick(const int *below, const int *above, const vt_vec3 *x, int *brick) {
  vt_vec3 along = vt_sub(x[below[1]], x[below[0]]), across = vt_sub(x[below[3]], x[below[0]]);
  bool flip = vt_dot(vt_cross(along, across), vt_sub(x[above[0]], x[below[0]])) < 0;
  memcpy(brick, flip ? above : below, 4 * sizeof(int));
  memcpy(brick + 4, flip ? below : above, 4 * sizeof(int));
}

static void add_brick(bricks *b, const int *below, const int *above) {
  shape_make_brick(below, above, b->nodes, b->cells + 8 * b->cell_count++);
}

int shape_split_brick(const int *brick, const vt_vec3 *x, int *tets) {
  static const int faces[6][4] = {
      {0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  int lowest = brick[0], count = 0;
  for (int k = 1; k < 8; ++k) lowest = brick[k] < lowest ? brick[k] : lowest;
  for (int f = 0; f < 6; ++f) {
    int first = 0;
    bool away = true;
    for (int k = 0; k < 4; ++k) {
      if (brick[faces[f][k]] == lowest) away = false;
      if (brick[faces[f][k]] < brick[faces[f][first]]) first = k;
    }
    for (int half = 0; half < 2 && away; ++half, ++count) {
      int *t = tets + 4 * count;
      t[0] = lowest;
      t[1] = brick[faces[f][first]];
      t[2] = brick[faces[f][(first + 1 + half) % 4]];
      t[3] = brick[faces[f][(first + 2 + half) % 4]];
      vt_vec3 a = vt_sub(x[t[1]], x[t[0]]), b = vt_sub(x[t[2]], x[t[0]]), c = vt_sub(x[t[3]], x[t[0]]);
      if (vt_dot(vt_cross(a, b), c) < 0) {
        int swap = t[2];
        t[2] = t[3];
        t[3] = swap;
      }
    }
  }
  return count;
}

static vt_mesh *bricks_to_mesh(bricks *b, vt_element element, const char *source) {
  vt_error error = {0};
  vt_mesh *mesh = NULL;
  if (element == VT_ELEMENT_HEX8) {
    mesh = vt_mesh_create(
        source, b->nodes, b->node_count, VT_CELL_HEX8, b->cells, b->cell_count, NULL, 0, &error);
  } else {
    int *tets = need(calloc((size_t)b->cell_count, 24 * sizeof(int)), "no memory"), count = 0;
    for (int k = 0; k < b->cell_count; ++k)
      count += shape_split_brick(b->cells + 8 * k, b->nodes, tets + 4 * count);
    mesh = vt_mesh_create(source, b->nodes, b->node_count, VT_CELL_TET4, tets, count, NULL, 0, &error);
    free(tets);
  }
  free(b->nodes);
  free(b->cells);
  need(mesh, error.message);
  if (element != VT_ELEMENT_TET10) return mesh;
  vt_mesh *quadratic = need(vt_mesh_quadratic(mesh, &error), error.message);
  vt_mesh_destroy(mesh);
  return quadratic;
}

// Calls move(corner, corner, middle) for the middle nodes of ten-node tetrahedra.
static void move_middles(vt_mesh *mesh, vt_vec3 (*move)(vt_vec3 a, vt_vec3 b)) {
  static const int edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
  if (mesh->cell_kind != VT_CELL_TET10) return;
  for (int c = 0; c < mesh->cell_count; ++c)
    for (int k = 0; k < 6; ++k) {
      const int *cell = mesh->cells + 10 * c;
      mesh->nodes[cell[4 + k]] = move(mesh->nodes[cell[edges[k][0]]], mesh->nodes[cell[edges[k][1]]]);
    }
}

// A group of the nodes at a distance (from the axis if `flat`, else from the origin) and their triangles.
static void add_group(vt_mesh *mesh, const char *name, bool flat, double distance) {
  vt_mesh_group g = {.name = need(malloc(strlen(name) + 1), "no memory"),
      .nodes = need(calloc((size_t)mesh->node_count, sizeof(int)), "no memory"),
      .triangles = need(calloc((size_t)mesh->triangle_count, sizeof(int)), "no memory")};
  bool *in = need(calloc((size_t)mesh->node_count, sizeof(bool)), "no memory");
  strcpy(g.name, name);
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 p = mesh->nodes[i];
    in[i] = fabs(sqrt(p.x * p.x + p.y * p.y + (flat ? 0 : p.z * p.z)) - distance) < 1e-6 * distance;
    if (in[i]) g.nodes[g.node_count++] = i;
  }
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const int *n = mesh->triangles + 3 * t;
    if (in[n[0]] && in[n[1]] && in[n[2]]) g.triangles[g.triangle_count++] = t;
  }
  free(in);
  mesh->groups =
      need(realloc(mesh->groups, sizeof *mesh->groups * (size_t)(mesh->group_count + 1)), "no memory");
  mesh->groups[mesh->group_count++] = g;
}

// ---------------------------------------------------------------- shapes

vt_mesh *shape_box(vt_vec3 size, int nx, int ny, int nz, vt_element element) {
  vt_error error = {0};
  vt_cell_kind kind = element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  vt_mesh *mesh = need(vt_mesh_box(vt_v3(0, 0, 0), size, nx, ny, nz, kind, &error), error.message);
  if (element != VT_ELEMENT_TET10) return mesh;
  vt_mesh *quadratic = need(vt_mesh_quadratic(mesh, &error), error.message);
  vt_mesh_destroy(mesh);
  return quadratic;
}

// The nth node around the border of a grid of n x n squares: its column and row.
static void border_place(int n, int at, int *i, int *j) {
  int side = at / n, along = at % n;
  *i = side == 0 ? along : side == 1 ? n : side == 2 ? n - along : 0;
  *j = side == 0 ? 0 : side == 1 ? along : side == 2 ? n : n - along;
}

// A point of the core for u, v in [-1, 1]: between a square and a disc, rounder towards its border, in radii.
static vt_vec3 core_point(double u, double v) {
  double reach = fmax(fabs(u), fabs(v)), length = hypot(u, v);
  if (length == 0) return vt_v3(0, 0, 0);
  double square = 0.4, disc = 0.55 * reach / length, mix = 0.5 * reach;
  double scale = (1 - mix) * square + mix * disc;
  return vt_v3(scale * u, scale * v, 0);
}

static vt_vec3 disc_middle(vt_vec3 a, vt_vec3 b) {
  vt_vec3 middle = vt_scale(0.5, vt_add(a, b));
  double ra = hypot(a.x, a.y), rb = hypot(b.x, b.y), r = hypot(middle.x, middle.y);
  if (fabs(ra - rb) > 1e-9 * ra || !(r > 0.9 * ra)) return middle; // not along a circle
  return vt_v3(middle.x * ra / r, middle.y * ra / r, middle.z);
}

static void place_disc_nodes(vt_vec3 *x, int n, int rings, double radius, double z) {
  int core = (n + 1) * (n + 1);
  for (int k = 0; k < core; ++k) x[k] = core_point(2.0 * (k % (n + 1)) / n - 1, 2.0 * (k / (n + 1)) / n - 1);
  for (int at = 0; at < 4 * n; ++at) {
    int i, j;
    border_place(n, at, &i, &j);
    vt_vec3 from = x[j * (n + 1) + i];
    double angle = VT_PI / 4 * (at / n * 2 - 3 + 2.0 * (at % n) / n); // the sides begin at -135 degrees
    vt_vec3 to = vt_v3(cos(angle), sin(angle), 0);
    for (int r = 1; r <= rings; ++r)
      x[core + (r - 1) * 4 * n + at] = vt_madd(from, (double)r / rings, vt_sub(to, from));
  }
  for (int k = 0; k < core + 4 * n * rings; ++k) x[k] = vt_v3(radius * x[k].x, radius * x[k].y, z);
}

// Corners of the qth quadrilateral of a disc: first the core, then ring by ring.
static void disc_quad(int n, int q, int *quad) {
  int core = (n + 1) * (n + 1), i, j;
  if (q < n * n) {
    int corner = q / n * (n + 1) + q % n;
    quad[0] = corner, quad[1] = corner + 1, quad[2] = corner + n + 2, quad[3] = corner + n + 1;
    return;
  }
  int ring = (q - n * n) / (4 * n), at[2] = {(q - n * n) % (4 * n), 0};
  at[1] = (at[0] + 1) % (4 * n);
  for (int k = 0; k < 2; ++k) {
    border_place(n, at[k], &i, &j);
    quad[3 * k] = ring == 0 ? j * (n + 1) + i : core + (ring - 1) * 4 * n + at[k];
    quad[k + 1] = core + ring * 4 * n + at[k];
  }
}

vt_mesh *shape_disc(double radius, double thickness, int n, int layers, vt_element element) {
  int rings = n / 2, plane = (n + 1) * (n + 1) + 4 * n * rings, quads = n * n + 4 * n * rings;
  bricks b = bricks_new(plane * (layers + 1), quads * layers);
  for (int l = 0; l <= layers; ++l)
    place_disc_nodes(b.nodes + l * plane, n, rings, radius, thickness * l / layers);
  for (int l = 0; l < layers; ++l)
    for (int q = 0; q < quads; ++q) {
      int below[4], above[4];
      disc_quad(n, q, below);
      for (int k = 0; k < 4; ++k) {
        below[k] += l * plane;
        above[k] = below[k] + plane;
      }
      add_brick(&b, below, above);
    }
  vt_mesh *mesh = bricks_to_mesh(&b, element, "disc");
  move_middles(mesh, disc_middle);
  add_group(mesh, "rim", true, radius);
  return mesh;
}

static vt_vec3 shell_middle(vt_vec3 a, vt_vec3 b) {
  vt_vec3 middle = vt_scale(0.5, vt_add(a, b));
  return vt_scale(0.5 * (vt_norm(a) + vt_norm(b)) / vt_norm(middle), middle);
}

// Nodes of the cube's surface in the order of its grid of (n + 1)^3 points.
static int *cube_surface(int n, int *count) {
  int side = n + 1, *index = need(calloc((size_t)(side * side * side), sizeof(int)), "no memory");
  *count = 0;
  for (int k = 0; k < side; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        bool outside = i == 0 || j == 0 || k == 0 || i == n || j == n || k == n;
        index[(k * side + j) * side + i] = outside ? (*count)++ : -1;
      }
  return index;
}

vt_mesh *shape_shell(double inner, double outer, int n, int layers, vt_element element) {
  int side = n + 1, count, *index = cube_surface(n, &count);
  bricks b = bricks_new(count * (layers + 1), 6 * n * n * layers);
  for (int p = 0; p < side * side * side; ++p) {
    if (index[p] < 0) continue;
    double u[3] = {p % side, p / side % side, p / side / side};
    for (int c = 0; c < 3; ++c) u[c] = tan(VT_PI / 4 * (2 * u[c] / n - 1)); // equal angles
    vt_vec3 direction = vt_normalized(vt_v3(u[0], u[1], u[2]));
    for (int l = 0; l <= layers; ++l)
      b.nodes[l * count + index[p]] = vt_scale(inner + (outer - inner) * l / layers, direction);
  }
  for (int face = 0; face < 6; ++face)
    for (int q = 0; q < n * n * layers; ++q) {
      int i = q % n, j = q / n % n, low = q / n / n * count, axis = face / 2, quad[4], above[4];
      for (int k = 0; k < 4; ++k) {
        int at[3];
        at[axis] = face % 2 ? n : 0;
        at[(axis + 1) % 3] = i + (k == 1 || k == 2);
        at[(axis + 2) % 3] = j + (k >= 2);
        quad[k] = low + index[(at[2] * side + at[1]) * side + at[0]];
        above[k] = quad[k] + count;
      }
      add_brick(&b, quad, above);
    }
  free(index);
  vt_mesh *mesh = bricks_to_mesh(&b, element, "shell");
  move_middles(mesh, shell_middle);
  add_group(mesh, "inner", false, inner);
  add_group(mesh, "outer", false, outer);
  return mesh;
}
