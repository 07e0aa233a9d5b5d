// Shape functions: partition of unity, the delta property, gradients, and what polynomials they reproduce.
#include "check.h"
#include "mesh/shape.h"
#include "../geometry/samples.h"

static const vt_cell_kind kinds[] = {VT_CELL_TET4, VT_CELL_TET10, VT_CELL_HEX8};

static void test_nodes(vt_cell_kind kind) {
  const vt_vec3 *nodes = vt_shape_nodes(kind);
  int size = vt_cell_size(kind);
  for (int i = 0; i < size; ++i) {
    double values[VT_CELL_MAX_NODES];
    vt_shape_functions(kind, nodes[i], values);
    for (int j = 0; j < size; ++j) CHECK_NEAR(values[j], i == j ? 1 : 0, 1e-15);
    CHECK(vt_shape_contains(kind, nodes[i], 0));
    // A step outwards from a corner leaves the cell.
    vt_vec3 outwards = vt_sub(nodes[i], vt_shape_center(kind));
    CHECK(!vt_shape_contains(kind, vt_madd(nodes[i], 1e-6, outwards), 0));
  }
  CHECK(vt_shape_contains(kind, vt_shape_center(kind), -0.1));
  CHECK(!vt_shape_contains(kind, vt_v3(1.1, 0, 0), 0.05));
  CHECK(vt_shape_contains(kind, vt_v3(1.04, 0, 0), 0.05));
}

// Node order: middle nodes halfway along the edges the header names, a positive volume.
static void test_order(void) {
  static const int edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
  const vt_vec3 *tet = vt_shape_nodes(VT_CELL_TET10), *hex = vt_shape_nodes(VT_CELL_HEX8);
  for (int e = 0; e < 6; ++e) {
    vt_vec3 middle = vt_scale(0.5, vt_add(tet[edges[e][0]], tet[edges[e][1]]));
    CHECK(vt_norm(vt_sub(middle, tet[4 + e])) == 0);
  }
  vt_vec3 n = vt_cross(vt_sub(tet[1], tet[0]), vt_sub(tet[2], tet[0]));
  CHECK(vt_dot(n, vt_sub(tet[3], tet[0])) > 0);
  n = vt_cross(vt_sub(hex[1], hex[0]), vt_sub(hex[3], hex[0]));
  for (int i = 0; i < 4; ++i) {
    vt_vec3 up = vt_sub(hex[4 + i], hex[i]);
    CHECK(vt_dot(n, up) > 0 && vt_norm(vt_cross(n, up)) == 0);
  }
}

static void test_gradients(vt_cell_kind kind) {
  uint64_t seed = 1;
  int size = vt_cell_size(kind);
  for (int trial = 0; trial < 20; ++trial) {
    vt_vec3 r = sample_reference(kind, &seed);
    double values[VT_CELL_MAX_NODES], plus[VT_CELL_MAX_NODES], minus[VT_CELL_MAX_NODES], sum = 0;
    vt_vec3 gradients[VT_CELL_MAX_NODES], total = {0, 0, 0};
    vt_shape_functions(kind, r, values);
    vt_shape_gradients(kind, r, gradients);
    for (int i = 0; i < size; ++i) {
      sum += values[i];
      total = vt_add(total, gradients[i]);
    }
    CHECK_NEAR(sum, 1, 1e-14);
    CHECK_NEAR(vt_norm(total), 0, 1e-14);
    for (int axis = 0; axis < 3; ++axis) {
      const double step = 1e-5;
      vt_vec3 d = vt_v3(axis == 0, axis == 1, axis == 2);
      vt_shape_functions(kind, vt_madd(r, step, d), plus);
      vt_shape_functions(kind, vt_madd(r, -step, d), minus);
      for (int i = 0; i < size; ++i)
        CHECK_NEAR(vt_dot(gradients[i], d), (plus[i] - minus[i]) / (2 * step), 1e-9);
    }
  }
}

// Linear functions by all cells; x^2 + y z by the quadratic one, x y z by the trilinear one.
static double quadratic(vt_vec3 r) { return r.x * r.x + r.y * r.z - r.x; }
static double trilinear(vt_vec3 r) { return r.x * r.y * r.z + r.x * r.y - r.z; }
static double linear(vt_vec3 r) { return 1 + 2 * r.x - 3 * r.y + 5 * r.z; }

static void test_reproduction(vt_cell_kind kind, double (*f)(vt_vec3)) {
  uint64_t seed = 7;
  for (int trial = 0; trial < 20; ++trial) {
    vt_vec3 r = sample_reference(kind, &seed);
    double values[VT_CELL_MAX_NODES], sum = 0;
    vt_shape_functions(kind, r, values);
    for (int i = 0; i < vt_cell_size(kind); ++i) sum += values[i] * f(vt_shape_nodes(kind)[i]);
    CHECK_NEAR(sum, f(r), 1e-14);
  }
}

int main(void) {
  for (int k = 0; k < 3; ++k) {
    test_nodes(kinds[k]);
    test_gradients(kinds[k]);
    test_reproduction(kinds[k], linear);
  }
  test_order();
  test_reproduction(VT_CELL_TET10, quadratic);
  test_reproduction(VT_CELL_HEX8, trilinear);
  return check_report();
}
