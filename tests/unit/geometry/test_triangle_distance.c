// Closest points of triangles and lines: against sampling, at snapping distances, and for flat triangles.
#include "check.h"
#include "geometry/closest.h"
#include "geometry/triangle_distance.h"
#include "samples.h"

static vt_vec3 at(const vt_vec3 *x, const double *w) {
  return vt_madd(vt_madd(vt_scale(w[0], x[0]), w[1], x[1]), w[2], x[2]);
}

static void check_bits(unsigned bits, const double *w) {
  for (int i = 0; i < 3; ++i) CHECK((w[i] > 0) == (bits >> i & 1) && w[i] >= 0);
  CHECK_NEAR(w[0] + w[1] + w[2], 1, 1e-15);
}

// No point of a fine grid on the triangle is closer.
static void test_foot(void) {
  uint64_t seed = 9;
  int seen[8] = {0};
  for (int trial = 0; trial < 600; ++trial) {
    vt_vec3 x[3], p = sample_vector(&seed, -2, 2);
    double w[3], other[3], best = INFINITY;
    for (int i = 0; i < 3; ++i) x[i] = sample_vector(&seed, -1, 1);
    unsigned bits = vt_triangle_foot(p, x, 0, w);
    ++seen[bits];
    check_bits(bits, w);
    double d = vt_norm(vt_sub(p, at(x, w)));
    for (int i = 0; i <= 40; ++i)
      for (int j = 0; i + j <= 40; ++j) {
        const double v[3] = {i / 40.0, j / 40.0, 1 - i / 40.0 - j / 40.0};
        best = fmin(best, vt_norm(vt_sub(p, at(x, v))));
      }
    CHECK(d <= best + 1e-12 && best < d + 0.1);
    vt_closest_on_triangle(p, x[0], x[1], x[2], other);
    CHECK_NEAR(vt_norm(vt_sub(at(x, w), at(x, other))), 0, 1e-10);
  }
  for (unsigned bits = 1; bits < 8; ++bits) CHECK(seen[bits] > 10);
}

// Within the snapping distance of a side or corner the foot is on it, beyond it is not.
static void test_snapping(void) {
  const vt_vec3 x[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const double snap = 1e-3;
  double w[3];
  CHECK(vt_triangle_foot(vt_v3(0.4, 0.5e-3, 1), x, snap, w) == 3);
  CHECK_NEAR(w[1], 0.4, 1e-15);
  CHECK(vt_triangle_foot(vt_v3(0.4, 2e-3, 1), x, snap, w) == 7);
  CHECK(vt_triangle_foot(vt_v3(0.5e-3, 0.4, 1), x, snap, w) == 5);
  CHECK(vt_triangle_foot(vt_v3(0.5, 0.5, 1), x, snap, w) == 6);
  CHECK(vt_triangle_foot(vt_v3(0.5e-3, 0.5e-3, 1), x, snap, w) == 1 && w[0] == 1);
  CHECK(vt_triangle_foot(vt_v3(0.9995, 0, 1), x, snap, w) == 2 && w[1] == 1);
  CHECK(vt_segment_foot(vt_v3(0.9995, 0, 1), x[0], x[1], snap) == 1);
  CHECK_NEAR(vt_segment_foot(vt_v3(0.998, 0, 1), x[0], x[1], snap), 0.998, 1e-15);
  CHECK(vt_segment_foot(vt_v3(3, 4, 5), x[0], x[0], snap) == 0);
}

// Needles, caps, points: the foot is on a side, and the normal is zero.
static void test_flat(void) {
  uint64_t seed = 3;
  for (int trial = 0; trial < 300; ++trial) {
    vt_vec3 a = sample_vector(&seed, -1, 1), b = trial % 3 == 0 ? a : sample_vector(&seed, -1, 1);
    double s = trial % 3 == 1 ? 0 : sample(&seed);
    vt_vec3 x[3] = {a, b, vt_madd(a, s, vt_sub(b, a))}, p = sample_vector(&seed, -2, 2);
    double w[3];
    // Off the line by no more than rounding can tell.
    x[2] = vt_madd(x[2], 1e-12, sample_vector(&seed, -1, 1));
    unsigned bits = vt_triangle_foot(p, x, 1e-9, w);
    check_bits(bits, w);
    if (trial % 3 == 0) continue; // tiny, but not flat
    CHECK(bits != 7);
    CHECK(vt_norm(vt_triangle_normal(x[0], x[1], x[2])) == 0);
    double t = fmin(1, fmax(0, vt_dot(vt_sub(p, a), vt_sub(b, a)) / vt_dot(vt_sub(b, a), vt_sub(b, a))));
    CHECK_NEAR(vt_norm(vt_sub(at(x, w), vt_madd(a, t, vt_sub(b, a)))), 0, 2e-9);
  }
  vt_vec3 n = vt_triangle_normal(vt_v3(0, 0, 0), vt_v3(1e-8, 0, 0), vt_v3(0, 1e-8, 0));
  CHECK(n.x == 0 && n.y == 0);
  CHECK_NEAR(n.z, 1, 1e-15);
}

// The line between the feet is normal to both lines, also when these are nearly parallel.
static void test_lines(void) {
  uint64_t seed = 31;
  for (int trial = 0; trial < 300; ++trial) {
    double angle = pow(10, -7.5 * sample(&seed)), s = 0, t = 0;
    vt_quat q = vt_quat_exp(sample_vector(&seed, -3, 3));
    double i = sample(&seed), j = sample(&seed), height = sample(&seed);
    vt_vec3 u = vt_quat_rotate(q, vt_v3(1, 0, 0)), v = vt_quat_rotate(q, vt_v3(cos(angle), sin(angle), 0));
    vt_vec3 up = vt_quat_rotate(q, vt_v3(0, 0, 1)), n = {0, 0, 0};
    vt_vec3 a = vt_scale(-i, u), b = vt_madd(vt_scale(height, up), -j, v); // feet at the origin and above it
    CHECK(vt_line_feet(a, u, b, v, &s, &t, &n));
    CHECK_NEAR(vt_norm(vt_sub(n, up)), 0, 1e-15 / angle);
    // An error of the normal tilts the height sideways, and that is divided by the angle once more.
    CHECK_NEAR(s, i, 1e-14 / angle + 2e-15 * height / (angle * angle));
    CHECK_NEAR(t, j, 1e-14 / angle + 2e-15 * height / (angle * angle));
  }
  double s, t;
  vt_vec3 n, o = {0, 0, 0}, e = {1, 2, 3};
  CHECK(!vt_line_feet(o, e, e, vt_scale(-2, e), &s, &t, &n));
  CHECK(!vt_line_feet(o, e, e, o, &s, &t, &n));
  CHECK(!vt_line_feet(o, e, e, vt_madd(e, 1e-9, vt_v3(1, 0, 0)), &s, &t, &n));
}

int main(void) {
  test_foot();
  test_snapping();
  test_flat();
  test_lines();
  return check_report();
}
