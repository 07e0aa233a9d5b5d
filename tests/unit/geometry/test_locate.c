// Point location: points of known cells, points outside, weights, errors.
#include "check.h"
#include "geometry/closest.h"
#include "geometry/locate.h"
#include "samples.h"

#include <time.h>

static const vt_cell_kind kinds[] = {VT_CELL_TET4, VT_CELL_TET10, VT_CELL_HEX8};

static vt_vec3 weighted(const vt_mesh *mesh, int cell, const double *weights) {
  int size = vt_cell_size(mesh->cell_kind);
  vt_vec3 x = {0, 0, 0};
  for (int i = 0; i < size; ++i) x = vt_madd(x, weights[i], mesh->nodes[mesh->cells[cell * size + i]]);
  return x;
}

static vt_vec3 point_in_cell(const vt_mesh *mesh, int cell, uint64_t *seed) {
  int size = vt_cell_size(mesh->cell_kind);
  vt_vec3 x[VT_CELL_MAX_NODES];
  for (int i = 0; i < size; ++i) x[i] = mesh->nodes[mesh->cells[cell * size + i]];
  return vt_cell_position(mesh->cell_kind, x, sample_reference(mesh->cell_kind, seed));
}

static void test_inside(vt_cell_kind kind) {
  vt_error error = {0};
  uint64_t seed = 5;
  vt_mesh *mesh = sample_cube(kind, 4, true, &error);
  vt_locator *locator = vt_locator_create(mesh, &error);
  if (!CHECK(locator != NULL)) return;
  int same = 0;
  for (int cell = 0; cell < mesh->cell_count; ++cell) {
    vt_vec3 p = point_in_cell(mesh, cell, &seed);
    vt_location location;
    double weights[VT_CELL_MAX_NODES];
    if (!CHECK(vt_locator_find(locator, p, &location, &error))) continue;
    same += location.cell == cell;
    CHECK(location.distance == 0 && vt_norm(location.beyond) == 0);
    vt_location_weights(kind, &location, weights);
    CHECK_NEAR(vt_norm(vt_sub(weighted(mesh, location.cell, weights), p)), 0, 1e-14);
  }
  CHECK(same == mesh->cell_count);
  // Nodes and thus points on shared corners and faces belong to some cell.
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_location location;
    CHECK(vt_locator_find(locator, mesh->nodes[i], &location, &error));
    CHECK(location.distance == 0);
  }
  vt_locator_destroy(locator);
  vt_mesh_destroy(mesh);
}

// Around the straight cube the distance is known; the weights give the nearest point, and extrapolated the
// point itself.
static void test_outside(vt_cell_kind kind) {
  vt_error error = {0};
  uint64_t seed = 23;
  vt_mesh *mesh = sample_cube(kind, 3, false, &error);
  vt_locator *locator = vt_locator_create(mesh, &error);
  for (int trial = 0; trial < 300; ++trial) {
    vt_vec3 p = sample_vector(&seed, -1, 2);
    vt_vec3 q = vt_v3(fmin(1, fmax(0, p.x)), fmin(1, fmax(0, p.y)), fmin(1, fmax(0, p.z)));
    vt_location location;
    double weights[VT_CELL_MAX_NODES];
    if (!CHECK(vt_locator_find(locator, p, &location, &error))) continue;
    CHECK_NEAR(location.distance, vt_norm(vt_sub(p, q)), 1e-13);
    vt_location_nearest_weights(kind, &location, weights);
    CHECK_NEAR(vt_norm(vt_sub(weighted(mesh, location.cell, weights), q)), 0, 1e-7);
    vt_location_weights(kind, &location, weights);
    CHECK_NEAR(vt_norm(vt_sub(weighted(mesh, location.cell, weights), p)), 0, 1e-13);
    double sum = 0;
    for (int i = 0; i < vt_cell_size(kind); ++i) sum += weights[i];
    CHECK_NEAR(sum, 1, 1e-13);
  }
  vt_locator_destroy(locator);
  vt_mesh_destroy(mesh);
}

static double nearest_by_trying_all(const vt_mesh *mesh, vt_vec3 p) {
  int size = vt_cell_size(mesh->cell_kind);
  double best = INFINITY;
  for (int cell = 0; cell < mesh->cell_count; ++cell) {
    vt_vec3 x[VT_CELL_MAX_NODES], reference;
    for (int i = 0; i < size; ++i) x[i] = mesh->nodes[mesh->cells[cell * size + i]];
    best = fmin(best, vt_closest_in_cell(mesh->cell_kind, x, p, &reference));
  }
  return best;
}

// On the bent cube no cell is nearer than the one found, and finding it takes a fraction of the processor
// time of trying all of them (in fact about a fiftieth).
static void test_nearest(vt_cell_kind kind, int n) {
  vt_error error = {0};
  uint64_t seed = 29;
  vt_mesh *mesh = sample_cube(kind, n, true, &error);
  vt_locator *locator = vt_locator_create(mesh, &error);
  clock_t searching = 0, trying = 0;
  for (int trial = 0; trial < 20; ++trial) {
    vt_vec3 p = sample_vector(&seed, -0.5, 1.5);
    vt_location location;
    clock_t start = clock();
    CHECK(vt_locator_find(locator, p, &location, &error));
    clock_t middle = clock();
    double best = nearest_by_trying_all(mesh, p);
    searching += middle - start;
    trying += clock() - middle;
    CHECK_NEAR(location.distance, best, 1e-12);
  }
  printf("%d cells of %d nodes: %.0f us by tree, %.0f us by trying all\n", mesh->cell_count,
      vt_cell_size(kind), (double)searching / 20 * 1e6 / CLOCKS_PER_SEC,
      (double)trying / 20 * 1e6 / CLOCKS_PER_SEC);
  CHECK(5 * searching < trying);
  vt_locator_destroy(locator);
  vt_mesh_destroy(mesh);
}

// A curved cell may bulge out of the box of its nodes; another cell close by must not win there.
static void test_bulge(void) {
  static const int edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
  vt_error error = {0};
  // Cell 0 lies just above the bulge of cell 1, on the edge 1-2 of which the highest point is no node.
  vt_vec3 x[20] = {{0, 0.27, 0}, {1, 0.27, 0}, {0, 1.27, 0}, {0, 0.27, 1}};
  x[10] = vt_v3(0.5, -1, 0), x[11] = vt_v3(1, 0.2, 0), x[12] = vt_v3(0, 0, 0), x[13] = vt_v3(0.5, -0.5, 1);
  int cells[20];
  for (int i = 0; i < 20; ++i) cells[i] = i;
  for (int c = 0; c < 20; c += 10)
    for (int e = 0; e < 6; ++e) x[c + 4 + e] = vt_scale(0.5, vt_add(x[c + edges[e][0]], x[c + edges[e][1]]));
  x[15].y = 0.25;
  vt_mesh *mesh = vt_mesh_create("bulge", x, 20, VT_CELL_TET10, cells, 2, NULL, 0, &error);
  vt_locator *locator = mesh == NULL ? NULL : vt_locator_create(mesh, &error);
  if (!CHECK(locator != NULL)) return;
  vt_location location;
  CHECK(vt_locator_find(locator, vt_v3(2.0 / 3, 0.8 / 3 - 1e-4, 0), &location, &error));
  CHECK(location.cell == 1 && location.distance == 0);
  vt_locator_destroy(locator);
  vt_mesh_destroy(mesh);
}

// Of two cells that are as near, the one that extrapolates with smaller weights is taken, whatever the order.
static void test_sliver(void) {
  vt_error error = {0};
  const vt_vec3 x[7] = {
      {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, -1}, {0, 1, -1}, {0.5, 0.5, -0.99}};
  const int fat[4] = {0, 1, 2, 3}, sliver[4] = {0, 4, 5, 6};
  for (int order = 0; order < 2; ++order) {
    int cells[8];
    memcpy(&cells[order == 0 ? 0 : 4], fat, sizeof fat);
    memcpy(&cells[order == 0 ? 4 : 0], sliver, sizeof sliver);
    vt_mesh *mesh = vt_mesh_create("sliver", x, 7, VT_CELL_TET4, cells, 2, NULL, 0, &error);
    vt_locator *locator = mesh == NULL ? NULL : vt_locator_create(mesh, &error);
    if (!CHECK(locator != NULL)) {
      printf("%s\n", error.message);
      return;
    }
    vt_location location;
    CHECK(vt_locator_find(locator, vt_v3(-0.3, -0.3, 0), &location, &error));
    CHECK(location.cell == order);
    CHECK_NEAR(location.distance, sqrt(0.18), 1e-14);
    vt_locator_destroy(locator);
    vt_mesh_destroy(mesh);
  }
}

static void test_one_point(void) {
  vt_error error = {0};
  vt_mesh *mesh = sample_cube(VT_CELL_HEX8, 2, false, &error);
  int nodes[VT_CELL_MAX_NODES], count = 0;
  double weights[VT_CELL_MAX_NODES], distance = -1;
  CHECK(vt_locate_point(mesh, vt_v3(0.1, 0.7, 1.5), nodes, weights, &count, &distance, &error));
  CHECK(count == 8);
  CHECK_NEAR(distance, 0.5, 1e-14);
  vt_vec3 x = {0, 0, 0};
  for (int i = 0; i < count; ++i) {
    x = vt_madd(x, weights[i], mesh->nodes[nodes[i]]);
    CHECK(weights[i] >= -1e-15 && weights[i] <= 1 + 1e-15);
  }
  CHECK_NEAR(vt_norm(vt_sub(x, vt_v3(0.1, 0.7, 1))), 0, 1e-13);
  vt_mesh_destroy(mesh);
}

static void test_errors(void) {
  vt_error error = {0};
  vt_mesh *mesh = sample_cube(VT_CELL_TET4, 1, false, &error);
  int nodes[VT_CELL_MAX_NODES], count;
  double weights[VT_CELL_MAX_NODES], distance;
  CHECK(!vt_locate_point(mesh, vt_v3(0, NAN, 0), nodes, weights, &count, &distance, &error));
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, mesh->source);
  vt_mesh_destroy(mesh);
  error = (vt_error){0};
  mesh = sample_cube(VT_CELL_NONE, 1, false, &error);
  CHECK(!vt_locate_point(mesh, vt_v3(0, 0, 0), nodes, weights, &count, &distance, &error));
  CHECK_CONTAINS(error.message, "no cells");
  vt_mesh_destroy(mesh);
}

int main(void) {
  for (int k = 0; k < 3; ++k) {
    test_inside(kinds[k]);
    test_outside(kinds[k]);
    test_nearest(kinds[k], kinds[k] == VT_CELL_HEX8 ? 8 : 5);
  }
  test_bulge();
  test_sliver();
  test_one_point();
  test_errors();
  return check_report();
}
