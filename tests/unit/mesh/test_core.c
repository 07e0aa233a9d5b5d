// Making meshes: boxes, arrays, copies, ten-node cells, closed surfaces.
#include "check.h"

#include <ventouse/mesh.h>

#include <stdlib.h>

static const vt_vec3 low = {-0.01, 0.02, 1000}, high = {0.02, 0.04, 1000.01};

static double tet_volume(const vt_vec3 *x, const int *n) {
  double a[3][3];
  for (int i = 0; i < 3; ++i) {
    a[i][0] = x[n[i + 1]].x - x[n[0]].x;
    a[i][1] = x[n[i + 1]].y - x[n[0]].y;
    a[i][2] = x[n[i + 1]].z - x[n[0]].z;
  }
  return (a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
             a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
             a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])) /
         6;
}

static void test_box(void) {
  const int sizes[3][3] = {{1, 1, 1}, {3, 2, 1}, {2, 3, 4}};
  for (int s = 0; s < 3; ++s) {
    int nx = sizes[s][0], ny = sizes[s][1], nz = sizes[s][2], bricks = nx * ny * nz;
    int quads = 2 * (nx * ny + ny * nz + nz * nx);
    for (int k = VT_CELL_NONE; k <= VT_CELL_HEX8; ++k) {
      vt_cell_kind kind = (vt_cell_kind)k;
      vt_error error = {0};
      vt_mesh *mesh = vt_mesh_box(low, high, nx, ny, nz, kind, &error);
      if (!CHECK(mesh != NULL)) continue;
      CHECK(mesh->cell_kind == kind);
      int cells = kind == VT_CELL_NONE ? 0 : kind == VT_CELL_HEX8 ? bricks : 6 * bricks;
      CHECK(mesh->cell_count == cells);
      CHECK(mesh->triangle_count == (kind == VT_CELL_TET10 ? 8 : 2) * quads);
      if (kind == VT_CELL_TET4 || kind == VT_CELL_HEX8)
        CHECK(mesh->node_count == (nx + 1) * (ny + 1) * (nz + 1));
      if (kind == VT_CELL_NONE) CHECK(mesh->node_count == quads + 2);
      CHECK(vt_mesh_check_closed(mesh, &error));
      CHECK_CLOSE(vt_mesh_volume(mesh), 0.03 * 0.02 * 0.01, 1e-9);
      double sum = 0;
      for (int c = 0; kind == VT_CELL_TET4 && c < cells; ++c) {
        double volume = tet_volume(mesh->nodes, mesh->cells + 4 * c);
        CHECK_CLOSE(volume, 0.03 * 0.02 * 0.01 / cells, 1e-9);
        sum += volume;
      }
      if (kind == VT_CELL_TET4) CHECK_CLOSE(sum, 0.03 * 0.02 * 0.01, 1e-9);
      vt_mesh_destroy(mesh);
    }
  }
}

static void expect_no_box(vt_vec3 a, vt_vec3 b, int nx, int ny, int nz, const char *part) {
  vt_error error = {0};
  CHECK(vt_mesh_box(a, b, nx, ny, nz, VT_CELL_TET4, &error) == NULL);
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, part);
}

static void test_bad_box(void) {
  expect_no_box(low, low, 1, 1, 1, "expected a size above 0");
  expect_no_box(low, (vt_vec3){NAN, 1, 2000}, 1, 1, 1, "expected a size above 0");
  expect_no_box(low, high, 1, 0, 1, "1 x 0 x 1 cells");
  expect_no_box(low, high, 100000, 100000, 100000, "expected 1 or more");
  expect_no_box(low, high, INT32_MAX, 1, 1, "expected 1 or more");
}

// Adds groups by hand: the top face as triangles, all nodes, and top and bottom together.
static void add_face_group(vt_mesh *mesh, const char *name, bool bottom) {
  vt_mesh_group *group = &mesh->groups[mesh->group_count++];
  bool *in = calloc((size_t)mesh->node_count, sizeof *in);
  group->name = strdup(name);
  group->nodes = calloc((size_t)mesh->node_count, sizeof(int));
  group->triangles = calloc((size_t)mesh->triangle_count, sizeof(int));
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const int *n = mesh->triangles + 3 * t;
    double z = mesh->nodes[n[0]].z;
    if (mesh->nodes[n[1]].z != z || mesh->nodes[n[2]].z != z || (z != high.z && !bottom)) continue;
    group->triangles[group->triangle_count++] = t;
    in[n[0]] = in[n[1]] = in[n[2]] = true;
  }
  for (int n = 0; n < mesh->node_count; ++n) {
    if (in[n]) group->nodes[group->node_count++] = n;
  }
  free(in);
}

static void add_groups(vt_mesh *mesh) {
  free(mesh->groups);
  mesh->groups = calloc(3, sizeof *mesh->groups);
  mesh->group_count = 0;
  add_face_group(mesh, "top", false);
  int *all = calloc((size_t)mesh->node_count, sizeof(int));
  for (int n = 0; n < mesh->node_count; ++n) all[n] = n;
  mesh->groups[mesh->group_count++] =
      (vt_mesh_group){strdup("all"), mesh->node_count, all, 0, calloc(1, sizeof(int))};
  add_face_group(mesh, "ends", true);
}

static void test_quadratic(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(low, high, 2, 2, 1, VT_CELL_TET4, &error);
  if (!CHECK(mesh != NULL)) return;
  add_groups(mesh);
  vt_mesh *ten = vt_mesh_quadratic(mesh, &error);
  if (CHECK(ten != NULL)) {
    CHECK(ten->cell_count == mesh->cell_count);
    // Kuhn's grid is the even half of one twice as fine.
    CHECK(ten->node_count == 5 * 5 * 3);
    const int ends[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
    for (int c = 0; c < ten->cell_count; ++c) {
      const int *n = ten->cells + 10 * c;
      for (int i = 0; i < 4; ++i) CHECK(n[i] == mesh->cells[4 * c + i]);
      for (int e = 0; e < 6; ++e) {
        vt_vec3 a = ten->nodes[n[ends[e][0]]], b = ten->nodes[n[ends[e][1]]], m = ten->nodes[n[4 + e]];
        CHECK_NEAR(m.x, (a.x + b.x) / 2, 1e-12);
        CHECK_NEAR(m.y, (a.y + b.y) / 2, 1e-12);
        CHECK_NEAR(m.z, (a.z + b.z) / 2, 1e-12);
      }
    }
    const vt_mesh_group *top = vt_mesh_find_group(ten, "top"), *all = vt_mesh_find_group(ten, "all");
    CHECK(top != NULL && top->triangle_count == 32 && top->node_count == 25);
    for (int i = 0; top != NULL && i < top->node_count; ++i)
      CHECK_NEAR(ten->nodes[top->nodes[i]].z, high.z, 1e-12);
    for (int i = 0; top != NULL && i < 3 * top->triangle_count; ++i) {
      CHECK_NEAR(ten->nodes[ten->triangles[3 * top->triangles[i / 3] + i % 3]].z, high.z, 1e-12);
    }
    CHECK(all != NULL && all->node_count == ten->node_count);
    const vt_mesh_group *ends_group = vt_mesh_find_group(ten, "ends"); // upright edges are not on it
    CHECK(ends_group != NULL && ends_group->triangle_count == 64 && ends_group->node_count == 50);
    CHECK(vt_mesh_find_group(ten, "nobody") == NULL);
  }
  CHECK(vt_mesh_quadratic(ten, &error) == NULL);
  CHECK_CONTAINS(error.message, "expected four-node tetrahedra");
  vt_mesh_destroy(mesh);
  vt_mesh_destroy(ten);
}

static void test_copy_and_scale(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(low, high, 2, 1, 1, VT_CELL_HEX8, &error);
  if (!CHECK(mesh != NULL)) return;
  add_groups(mesh);
  vt_mesh *copy = vt_mesh_copy(mesh, &error);
  if (CHECK(copy != NULL)) {
    CHECK(strcmp(copy->source, "box 2x1x1") == 0);
    CHECK(memcmp(copy->nodes, mesh->nodes, (size_t)mesh->node_count * sizeof *mesh->nodes) == 0);
    CHECK(memcmp(copy->cells, mesh->cells, 8 * 2 * sizeof(int)) == 0);
    CHECK(copy->triangle_count == mesh->triangle_count && copy->group_count == 3);
    CHECK(copy->groups[0].nodes != mesh->groups[0].nodes);
    CHECK(vt_mesh_find_group(copy, "top")->triangle_count == 4);
    vt_mesh_scale(copy, 2);
    CHECK_CLOSE(vt_mesh_volume(copy), 8 * vt_mesh_volume(mesh), 1e-9);
  }
  vt_mesh_destroy(copy);
  vt_mesh_destroy(mesh);
}

static void test_closed(void) {
  vt_error error = {0};
  const vt_vec3 x[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int open[9] = {0, 2, 1, 0, 1, 3, 1, 2, 3}, turned[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 2, 3},
            good[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
  vt_mesh *mesh = vt_mesh_create("open", x, 4, VT_CELL_NONE, NULL, 0, open, 3, &error);
  CHECK(mesh != NULL && !vt_mesh_check_closed(mesh, &error));
  CHECK_CONTAINS(error.message, "has no neighbour");
  vt_mesh_destroy(mesh);
  error = (vt_error){0};
  mesh = vt_mesh_create("turned", x, 4, VT_CELL_NONE, NULL, 0, turned, 4, &error);
  CHECK(mesh != NULL && !vt_mesh_check_closed(mesh, &error));
  CHECK_CONTAINS(error.message, "is there twice in the same direction (turn one of its triangles round)");
  vt_mesh_destroy(mesh);
  error = (vt_error){0};
  mesh = vt_mesh_create("good", x, 4, VT_CELL_NONE, NULL, 0, good, 4, &error);
  CHECK(mesh != NULL && vt_mesh_check_closed(mesh, &error));
  CHECK(mesh != NULL && fabs(vt_mesh_volume(mesh) - 1.0 / 6) < 1e-15);
  vt_mesh_destroy(mesh);
}

static void expect_no_mesh(const vt_vec3 *x, int nodes, vt_cell_kind kind, const int *cells, int cell_count,
    const int *triangles, int triangle_count, const char *part) {
  vt_error error = {0};
  CHECK(
      vt_mesh_create("arrays", x, nodes, kind, cells, cell_count, triangles, triangle_count, &error) == NULL);
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, part);
  CHECK_CONTAINS(error.message, "arrays: ");
}

static void test_bad_arrays(void) {
  vt_vec3 x[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
  const int good[4] = {0, 1, 2, 3}, inverted[4] = {0, 2, 1, 3}, repeated[4] = {0, 1, 2, 2},
            far[4] = {0, 1, 2, 9};
  const int twice[8] = {0, 1, 2, 3, 1, 2, 0, 3};
  const int edge[9] = {0, 1, 1};
  expect_no_mesh(x, 4, VT_CELL_TET4, inverted, 1, NULL, 0, "cell 0 is inverted");
  expect_no_mesh(x, 3, VT_CELL_TET4, repeated, 1, NULL, 0, "same node at places 3 and 4");
  expect_no_mesh(x, 4, VT_CELL_TET4, far, 1, NULL, 0, "cell 0 has node 9, expected 0 to 3");
  expect_no_mesh(x, 5, VT_CELL_TET4, good, 1, NULL, 0, "node 4 belongs to no cell");
  expect_no_mesh(x, 4, VT_CELL_TET4, twice, 2, NULL, 0, "cell 1 has the nodes of cell 0");
  const vt_vec3 y[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.2, 2}};
  const int over[8] = {0, 1, 2, 3, 0, 1, 2, 4};
  expect_no_mesh(y, 5, VT_CELL_TET4, over, 2, NULL, 0, "same side of a face");
  expect_no_mesh(x, 4, VT_CELL_TET4, good, 0, NULL, 0, "expected at least one in a volume");
  expect_no_mesh(x, 4, VT_CELL_NONE, NULL, 0, NULL, 0, "found no cells and no triangles");
  expect_no_mesh(x, 4, VT_CELL_NONE, NULL, 0, edge, 1, "expected three different ones");
  expect_no_mesh(x, 4, VT_CELL_TET4, good, 1, good, 1, "triangles beside cells");
  x[3].z = NAN;
  expect_no_mesh(x, 4, VT_CELL_TET4, good, 1, NULL, 0, "node 3 is at");
  x[3].z = 1e-13;
  expect_no_mesh(x, 4, VT_CELL_TET4, good, 1, NULL, 0, "cell 0 is flat");
}

// Below the triangle 0-1-2 lie two cells, above it one.
static void test_three_at_a_face(void) {
  const vt_vec3 x[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {0.2, 0.2, -2}};
  const int cells[12] = {0, 1, 2, 3, 0, 2, 1, 4, 0, 2, 1, 5};
  expect_no_mesh(x, 6, VT_CELL_TET4, cells, 3, NULL, 0, "cell 2 shares a face with cell 0 and cell 1");
}

// Two cells that share only an edge leave a boundary that is no surface there.
static void test_edge_contact(void) {
  const vt_vec3 x[6] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  const int cells[8] = {0, 2, 3, 1, 0, 4, 5, 1};
  expect_no_mesh(x, 6, VT_CELL_TET4, cells, 2, NULL, 0, "as two parts touch along it (move them apart");
}

// A middle node moved across its cell turns the map inside out near it; a slight curve is fine.
static void test_curved_cells(void) {
  vt_error error = {0};
  vt_mesh *box = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_TET10, &error);
  if (!CHECK(box != NULL)) return;
  int middle = box->cells[4];
  box->nodes[middle].y += 0.002;
  vt_mesh *curved = vt_mesh_create(
      "curved", box->nodes, box->node_count, VT_CELL_TET10, box->cells, box->cell_count, NULL, 0, &error);
  CHECK(curved != NULL);
  vt_mesh_destroy(curved);
  box->nodes[middle].y += 0.02;
  CHECK(vt_mesh_create("bent", box->nodes, box->node_count, VT_CELL_TET10, box->cells, box->cell_count, NULL,
            0, &error) == NULL);
  CHECK_CONTAINS(error.message, "is inverted");
  vt_mesh_destroy(box);
  // Positive at the four corners, negative elsewhere.
  const vt_vec3 x[10] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.8, -0.1, 0.2}, {0.5, 0.2, 0.3},
      {-0.2, 0.6, 0}, {-0.2, -0.1, 0.4}, {0.2, 0.6, 0.7}, {0.3, 0.3, 0.2}};
  const int ten[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  expect_no_mesh(x, 10, VT_CELL_TET10, ten, 1, NULL, 0, "cell 0 is inverted");
  error = (vt_error){0};
  box = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_HEX8, &error);
  if (!CHECK(box != NULL)) return;
  box->nodes[box->cells[6]] = box->nodes[box->cells[0]];
  box->nodes[box->cells[6]].x -= 0.001;
  CHECK(vt_mesh_create("bent", box->nodes, box->node_count, VT_CELL_HEX8, box->cells, 1, NULL, 0, &error) ==
        NULL);
  CHECK_CONTAINS(error.message, "is inverted");
  vt_mesh_destroy(box);
}

int main(void) {
  test_box();
  test_bad_box();
  test_quadratic();
  test_copy_and_scale();
  test_closed();
  test_bad_arrays();
  test_three_at_a_face();
  test_edge_contact();
  test_curved_cells();
  return check_report();
}
