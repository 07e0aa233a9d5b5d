// Closest points on triangles and in cells, against exhaustive sampling and closed forms.
#include "check.h"
#include "geometry/closest.h"
#include "samples.h"

// Nothing sampled on the triangle is closer, and the sampling comes near.
static void test_triangles(void) {
  uint64_t seed = 3;
  for (int trial = 0; trial < 200; ++trial) {
    vt_vec3 a = sample_vector(&seed, -1, 1), b = sample_vector(&seed, -1, 1), c = sample_vector(&seed, -1, 1);
    vt_vec3 p = sample_vector(&seed, -2, 2);
    double w[3], best = INFINITY;
    vt_closest_on_triangle(p, a, b, c, w);
    vt_vec3 x = vt_madd(vt_madd(vt_scale(w[0], a), w[1], b), w[2], c);
    double distance = vt_norm(vt_sub(x, p));
    CHECK(w[0] >= 0 && w[1] >= 0 && w[2] >= 0);
    CHECK_NEAR(w[0] + w[1] + w[2], 1, 1e-14);
    for (int i = 0; i <= 100; ++i) {
      for (int j = 0; i + j <= 100; ++j) {
        vt_vec3 y = vt_madd(vt_madd(a, 0.01 * i, vt_sub(b, a)), 0.01 * j, vt_sub(c, a));
        best = fmin(best, vt_norm(vt_sub(y, p)));
      }
    }
    CHECK(distance <= best + 1e-12 && best < distance + 0.05);
  }
}

static void test_flat_triangles(void) {
  double w[3];
  vt_vec3 a = {0, 0, 0}, b = {1, 0, 0}, c = {3, 0, 0};
  vt_closest_on_triangle(vt_v3(2, 1, 0), a, b, c, w);
  CHECK_NEAR(w[1] * 1 + w[2] * 3, 2, 1e-14);
  vt_closest_on_triangle(vt_v3(2, 1, 0), a, a, a, w);
  CHECK_NEAR(w[0] + w[1] + w[2], 1, 0);
}

// The image of the reference cell under a mild warp.
static void warped_cell(vt_cell_kind kind, uint64_t *seed, double strength, vt_vec3 *x) {
  for (int i = 0; i < vt_cell_size(kind); ++i)
    x[i] = vt_madd(vt_shape_nodes(kind)[i], strength, sample_vector(seed, -1, 1));
}

static void test_inside(vt_cell_kind kind) {
  uint64_t seed = 11;
  for (int trial = 0; trial < 200; ++trial) {
    vt_vec3 x[VT_CELL_MAX_NODES], found = {9, 9, 9}, closest = {9, 9, 9};
    warped_cell(kind, &seed, kind == VT_CELL_TET10 ? 0.04 : 0.15, x);
    vt_vec3 r = sample_reference(kind, &seed);
    vt_vec3 p = vt_cell_position(kind, x, r);
    CHECK(vt_cell_invert(kind, x, p, &found));
    CHECK_NEAR(vt_norm(vt_sub(found, r)), 0, 1e-12);
    CHECK_NEAR(vt_closest_in_cell(kind, x, p, &closest), 0, 1e-13);
    CHECK_NEAR(vt_norm(vt_sub(closest, r)), 0, 1e-11);
  }
}

// Outside: no sampled point of the cell is closer, and the sampling comes near.
static void test_outside(vt_cell_kind kind) {
  uint64_t seed = 17;
  const int n = 24;
  for (int trial = 0; trial < 200; ++trial) {
    vt_vec3 x[VT_CELL_MAX_NODES], found;
    warped_cell(kind, &seed, kind == VT_CELL_TET10 ? 0.08 : 0.3, x);
    vt_vec3 p = sample_vector(&seed, -2.5, 2.5);
    double distance = vt_closest_in_cell(kind, x, p, &found), best = INFINITY;
    CHECK(vt_shape_contains(kind, found, 1e-12));
    CHECK_NEAR(vt_norm(vt_sub(vt_cell_position(kind, x, found), p)), distance, 1e-13);
    if (distance > 1e-9) CHECK(!vt_cell_invert(kind, x, p, &found));
    for (int i = 0; i <= n * n * n + 3 * n * n; ++i) {
      vt_vec3 r = vt_v3(i % (n + 1), i / (n + 1) % (n + 1), i / (n + 1) / (n + 1));
      r = vt_scale(1.0 / n, r);
      if (kind == VT_CELL_HEX8) r = vt_v3(2 * r.x - 1, 2 * r.y - 1, 2 * r.z - 1);
      if (!vt_shape_contains(kind, r, 1e-9)) continue;
      best = fmin(best, vt_norm(vt_sub(vt_cell_position(kind, x, r), p)));
    }
    CHECK(distance <= best + 1e-9);
    CHECK(best < distance + 0.15);
  }
}

int main(void) {
  const vt_cell_kind kinds[] = {VT_CELL_TET4, VT_CELL_TET10, VT_CELL_HEX8};
  test_triangles();
  test_flat_triangles();
  for (int k = 0; k < 3; ++k) {
    test_inside(kinds[k]);
    test_outside(kinds[k]);
  }
  return check_report();
}
