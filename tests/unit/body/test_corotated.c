// The corotational law at a point: the rotation of F for all kinds of F, energy, stress and their
// derivatives.
#include "body/corotated.h"

#include "check.h"

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_mat3 random_rotation(unsigned *seed) {
  double x = random_number(seed), y = random_number(seed), z = random_number(seed);
  return vt_quat_to_mat(vt_quat_exp(vt_v3(6 * x, 6 * y, 6 * z)));
}

static double distance(vt_mat3 a, vt_mat3 b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
  return worst;
}

static double off_rotation(vt_mat3 r) {
  double shape = distance(vt_mat_mul(r, vt_mat_transpose(r)), vt_mat_identity());
  return fmax(shape, fabs(vt_mat_det(r) - 1));
}

// V diag(s) V^T
static vt_mat3 stretch_along(vt_mat3 axes, vt_vec3 s) {
  return vt_mat_mul(vt_mat_mul(axes, vt_mat_diagonal(s)), vt_mat_transpose(axes));
}

static void check_rotations(void) {
  unsigned seed = 3;
  double worst = 0;
  for (int k = 0; k < 1000; ++k) {
    vt_mat3 r = random_rotation(&seed);
    worst = fmax(worst, distance(vt_polar_rotation(r), r));
  }
  CHECK(worst < 1e-14); // some units in the last place
}

// Stretches from 1e-3 to 1e3 in one F. Where the two smaller ones are both tiny, F hardly says how it is
// turned about the largest: the eigenvectors of F^T F see the squares, 1e-16 * 1e12 at worst, of which 1e-6
// is met. The stress it belongs to is a billion times larger than what this changes.
static void check_stretches(void) {
  unsigned seed = 5;
  double worst = 0, worst_shape = 0, worst_mild = 0;
  for (int k = 0; k < 2000; ++k) {
    vt_mat3 r = random_rotation(&seed), axes = random_rotation(&seed);
    vt_vec3 s = vt_v3(pow(10, 6 * random_number(&seed)), pow(10, 6 * random_number(&seed)),
        pow(10, 6 * random_number(&seed)));
    vt_mat3 found = vt_polar_rotation(vt_mat_mul(r, stretch_along(axes, s)));
    worst = fmax(worst, distance(found, r));
    worst_shape = fmax(worst_shape, off_rotation(found));
    s = vt_v3(1 + random_number(&seed), 1 + random_number(&seed), 1 + random_number(&seed)); // 0.5 to 1.5
    worst_mild = fmax(worst_mild, distance(vt_polar_rotation(vt_mat_mul(r, stretch_along(axes, s))), r));
  }
  printf("rotation off by at most %.1e, %.1e with stretches within half of 1; not a rotation by %.1e\n",
      worst, worst_mild, worst_shape);
  CHECK(worst < 1e-4);
  CHECK(worst_mild < 1e-13);
  CHECK(worst_shape < 1e-12);
}

// Inverted: the smallest stretch counts negative, and R is still the rotation that F was made with.
static void check_inverted(void) {
  unsigned seed = 7;
  double worst = 0;
  for (int k = 0; k < 1000; ++k) {
    vt_mat3 r = random_rotation(&seed), axes = random_rotation(&seed);
    double least = 0.4 + 0.5 * random_number(&seed);
    vt_vec3 s = vt_v3(1.3 + random_number(&seed), 1.5 + random_number(&seed), -least);
    worst = fmax(worst, distance(vt_polar_rotation(vt_mat_mul(r, stretch_along(axes, s))), r));
  }
  printf("inverted: rotation off by at most %.1e\n", worst);
  CHECK(worst < 1e-11); // eigenvectors of F^T F: the square of the condition
}

// Flat, collapsed to a line, to a point, not finite: always a rotation (or, of NaN, no crash).
static void check_degenerate(void) {
  unsigned seed = 11;
  static const double kinds[][3] = {{1, 1, 0}, {1, 0.5, 0}, {1, 0, 0}, {0, 0, 0}, {1e-200, 0, 0},
      {1e-8, 1e-8, 1e-8}, {1e100, 1e100, 1e100}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
    for (int round = 0; round < 100; ++round) {
      vt_mat3 r = random_rotation(&seed), axes = random_rotation(&seed);
      vt_mat3 f = vt_mat_mul(r, stretch_along(axes, vt_v3(kinds[k][0], kinds[k][1], kinds[k][2])));
      vt_mat3 found = vt_polar_rotation(f);
      if (!CHECK(off_rotation(found) < 1e-12)) printf("  kind %zu\n", k);
      if (k < 2) CHECK(distance(found, r) < 1e-7); // flat: determined, by eigenvectors of a singular F^T F
      if (k != 2) continue;
      // On a line nothing says how it is turned about that: the eigenvalue of G there is 0, and counts as
      // 1e-3.
      vt_mat3 z = vt_corotated_turning(f, found, 1, 3, VT_TANGENT_EXACT);
      CHECK_CLOSE(z.m[0][0] + z.m[1][1] + z.m[2][2], (3 * (1 - 3) - 2) * (1e3 + 1 + 1), 1e-9);
    }
  vt_mat3 bad = vt_mat_scale(NAN, vt_mat_identity());
  (void)vt_polar_rotation(bad);
}

// Through inversion: as the smallest stretch goes from 0.2 to -0.2 the rotation stays, energy and stress have
// no jump.
static void check_smooth(void) {
  unsigned seed = 13;
  vt_mat3 r = random_rotation(&seed), axes = random_rotation(&seed), last = {{{0}}};
  double worst = 0, jump = 0;
  for (int k = 0; k <= 400; ++k) {
    vt_mat3 f = vt_mat_mul(r, stretch_along(axes, vt_v3(1.2, 0.9, 0.2 - 0.001 * k)));
    vt_mat3 found = vt_polar_rotation(f), stress = vt_corotated_stress(f, found, 1, 3);
    worst = fmax(worst, distance(found, r));
    if (k > 0) jump = fmax(jump, distance(stress, last));
    last = stress;
  }
  CHECK(worst < 1e-10);
  CHECK(jump < 0.01); // (2 mu + lambda) times the step of 0.001, and a margin of two
}

// P = d psi / d F by central differences, in all states that the elements meet.
static void check_stress(double amount, double shift) {
  const double mu = 0.7, lambda = 2.1, step = 1e-6;
  unsigned seed = 17;
  for (int round = 0; round < 100; ++round) {
    vt_mat3 f = vt_mat_identity();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) f.m[i][j] += amount * random_number(&seed);
    f.m[2][2] += shift;
    f = vt_mat_mul(random_rotation(&seed), f);
    vt_mat3 stress = vt_corotated_stress(f, vt_polar_rotation(f), mu, lambda);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        vt_mat3 up = f, down = f;
        up.m[i][j] += step;
        down.m[i][j] -= step;
        double slope = (vt_corotated_energy(up, vt_polar_rotation(up), mu, lambda) -
                           vt_corotated_energy(down, vt_polar_rotation(down), mu, lambda)) /
                       (2 * step);
        CHECK_NEAR(slope, stress.m[i][j], 1e-7); // step squared, and rounding over the step
      }
  }
}

// psi = mu |S - I|^2 + lambda / 2 tr(S - I)^2 for a known S; nothing for a rotation.
static void check_energy(void) {
  unsigned seed = 19;
  vt_mat3 r = random_rotation(&seed), axes = random_rotation(&seed);
  vt_mat3 f = vt_mat_mul(r, stretch_along(axes, vt_v3(1.1, 0.8, 1.3)));
  double expected = 2 * (0.01 + 0.04 + 0.09) + 0.5 * 5 * 0.2 * 0.2;
  CHECK_CLOSE(vt_corotated_energy(f, vt_polar_rotation(f), 2, 5), expected, 1e-12);
  CHECK_NEAR(vt_corotated_energy(r, vt_polar_rotation(r), 2, 5), 0, 1e-28);
  CHECK_NEAR(distance(vt_corotated_stress(r, vt_polar_rotation(r), 2, 5), (vt_mat3){{{0}}}), 0, 1e-13);
}

int main(void) {
  check_rotations();
  check_stretches();
  check_inverted();
  check_degenerate();
  check_smooth();
  check_energy();
  check_stress(0.3, 0);
  check_stress(0.3, -0.9); // flat and nearly so
  check_stress(0.3, -1.6); // inverted
  return check_report();
}
