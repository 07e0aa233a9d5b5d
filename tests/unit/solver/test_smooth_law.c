// The smoothed laws: their derivatives against differences, and that without blur they are the exact laws.
#include "solver/smooth_law.h"

#include "check.h"

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static const double OWN = 2e-4, TANGENT = 3e-4; // m/N

static vt_block contact(double mu) {
  return (vt_block){.kind = VT_BLOCK_CONTACT,
      .friction = mu,
      .own = {{OWN, 1e-5, 0}, {1e-5, TANGENT, 0}, {0, 0, TANGENT}},
      .tangent = TANGENT};
}

// ---------------------------------------------------------------- derivatives

// The largest difference between an entry of a or b (times `unit`, m/N) and the central difference of phi.
static double worst_difference(const vt_block *block, vt_newton_form form, double blur, const double f[3],
    const double u[3], double unit, double step) {
  vt_smooth_law law = vt_smooth_contact(block, form, blur, f, u);
  double worst = 0;
  for (int j = 0; j < 6; ++j) {
    double x[2][6];
    for (int side = 0; side < 2; ++side) {
      for (int k = 0; k < 3; ++k) x[side][k] = f[k], x[side][3 + k] = u[k];
      x[side][j] += (side == 0 ? -step : step) * (j < 3 ? 1 : unit);
    }
    vt_smooth_law low = vt_smooth_contact(block, form, blur, x[0], x[0] + 3),
                  high = vt_smooth_contact(block, form, blur, x[1], x[1] + 3);
    for (int i = 0; i < 3; ++i) {
      double slope = (high.phi[i] - low.phi[i]) / (2 * step);
      double known = j < 3 ? law.a[i][j] : unit * law.b[i][j - 3];
      worst = fmax(worst, fabs(slope - known));
    }
  }
  return worst;
}

// Forces and gaps (as u / own, N) of contacts that are open, stick, slip, lie near the apex of the cone, and
// slip without a force along them.
static const double PLACES[][6] = {
    {0.3, 0.05, -0.02, 4, 1, -0.5},     // open
    {5, 0.2, -0.3, 0.1, -0.05, 0.1},    // sticks
    {5, 3, -4, 0.2, -6, 5},             // slips
    {1e-3, 2e-4, 1e-4, 5e-4, 1e-3, 0},  // near the apex
    {0.2, 0.1, 0.1, 0.1, 0.05, 0.1},    // where the projection is the apex, almost
    {2, 0, 0, 0, -3, 0},                // begins to slip
    {3, 1e-3, 2e-3, -0.5, 1e-3, -1e-3}, // pressed in, hardly a tangential force
};

// Central differences of step s are off by s^2 / 6 of the third derivative and by the rounding of phi, some
// 1e-15 N, over s. The third derivative is about 1 / blur^2, and 1 / (blur |d|) for discs near d = f_t - u_t
// / w_t = 0, which only the length of d enters into: with s 1e-4 of the smaller of both, 1e-8 and 1e-15 / s.
static void check_derivatives(void) {
  static const double blurs[] = {3, 0.1, 1e-3}, frictions[] = {0, 0.3, 1};
  for (int m = 0; m < 3; ++m)
    for (int b = 0; b < 3; ++b)
      for (size_t k = 0; k < sizeof PLACES / sizeof PLACES[0]; ++k) {
        vt_block block = contact(frictions[m]);
        const double *p = PLACES[k], u[3] = {p[3] * OWN, p[4] * TANGENT, p[5] * TANGENT};
        double blur = blurs[b], step = 1e-4 * fmin(blur, hypot(p[1] - p[4], p[2] - p[5]));
        double allowed = 1e-7 + 1e-15 / step;
        for (int form = 0; form < 2; ++form) {
          vt_newton_form kind = form == 0 ? VT_NEWTON_DISC : VT_NEWTON_CONE;
          if (!CHECK_NEAR(worst_difference(&block, kind, blur, p, u, OWN, step), 0, allowed))
            printf("  place %d, form %d, blur %g, mu %g\n", (int)k, form, blur, block.friction);
        }
      }
}

// Anywhere, not only at places that were thought of.
static void check_random_derivatives(void) {
  unsigned seed = 11;
  for (int k = 0; k < 400; ++k) {
    vt_block block = contact(k % 4 == 0 ? 0 : 1 + random_number(&seed));
    double f[3], u[3], blur = pow(10, 2 * random_number(&seed) - 1);
    for (int i = 0; i < 3; ++i) {
      f[i] = 4 * random_number(&seed);
      u[i] = 4 * OWN * random_number(&seed);
    }
    vt_newton_form form = k % 2 == 0 ? VT_NEWTON_DISC : VT_NEWTON_CONE;
    if (!CHECK_NEAR(worst_difference(&block, form, blur, f, u, OWN, 1e-4 * blur), 0, 1e-7)) break;
  }
}

// ---------------------------------------------------------------- without blur

// A pair of f and u for which the law holds.
static void make_exact(unsigned *seed, double mu, int kind, double f[3], double u[3]) {
  double angle = 6.28 * random_number(seed), e[2] = {cos(angle), sin(angle)};
  double normal = 3 + 4 * random_number(seed), part = kind == 1 ? 0.5 + random_number(seed) : 1;
  double slip = TANGENT * (1.5 + random_number(seed));
  f[0] = kind == 0 ? 0 : normal;
  u[0] = kind == 0 ? OWN * (1 + random_number(seed)) : 0;
  for (int i = 0; i < 2; ++i) {
    f[i + 1] = kind == 0 ? 0 : -part * mu * normal * e[i];
    u[i + 1] = kind == 1 ? 0 : slip * e[i];
  }
}

static double length_of(const double x[3]) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

// phi is 0 with the exact violation, and not without it: both measure the same in newtons, up to the factors
// of the projections (mu and rho for cones).
static void check_exact(void) {
  unsigned seed = 5;
  for (int k = 0; k < 600; ++k) {
    double mu = k % 4 == 0 ? 0 : k % 4 == 1 ? 0.3 : k % 4 == 2 ? 1 : 0.7, f[3], u[3];
    vt_block block = contact(mu);
    make_exact(&seed, mu, k % 3, f, u);
    // As it holds, and with one of six numbers wrong by some tenths of a newton.
    for (int wrong = -1; wrong < 6; ++wrong) {
      double g[3] = {f[0], f[1], f[2]}, v[3] = {u[0], u[1], u[2]}, by = 0.3 + 0.2 * random_number(&seed);
      if (wrong >= 0 && wrong < 3) g[wrong] += wrong == 0 ? -by : by;
      if (wrong >= 3) v[wrong - 3] += (wrong == 3 ? -by * OWN : by * TANGENT);
      double exact = vt_block_violation(&block, g, v);
      for (int form = 0; form < 2; ++form) {
        vt_smooth_law law = vt_smooth_contact(&block, form == 0 ? VT_NEWTON_DISC : VT_NEWTON_CONE, 0, g, v);
        double found = length_of(law.phi);
        if (exact < 1e-12) {
          CHECK_NEAR(found, 0, 1e-12);
        } else {
          CHECK(found > 0.02 * exact && found < 20 * exact);
        }
      }
    }
  }
}

// The blur moves phi by no more than a few blurs, and the less the smaller it is.
static void check_blur_vanishes(void) {
  unsigned seed = 9;
  for (int k = 0; k < 200; ++k) {
    double f[3], u[3], last = INFINITY;
    vt_block block = contact(0.6);
    make_exact(&seed, 0.6, k % 3, f, u);
    for (double blur = 0.1; blur > 1e-9; blur *= 0.1) {
      vt_newton_form form = k % 2 == 0 ? VT_NEWTON_DISC : VT_NEWTON_CONE;
      vt_smooth_law law = vt_smooth_contact(&block, form, blur, f, u);
      double size = length_of(law.phi);
      CHECK(size <= 5 * blur && size <= last + 1e-15);
      last = size;
    }
  }
}

// ---------------------------------------------------------------- single rows

static void check_scalar(void) {
  vt_block block = {.kind = VT_BLOCK_SCALAR, .compliance = 1e-4, .lower = -2, .upper = 5};
  const double own = 3e-4;
  block.own[0][0] = own;
  static const double forces[] = {-3, -2, -1, 0, 2, 5, 6};
  for (int i = 0; i < 7; ++i)
    for (double u = -2.05e-3; u < 2.1e-3; u += 1e-4) {
      double f = forces[i], step = 1e-6;
      vt_smooth_law law = vt_smooth_row(&block, 0, own, 0, f, u);
      CHECK_NEAR(fabs(law.phi[0]), vt_block_violation(&block, &f, &u), 1e-14);
      double by_f = vt_smooth_row(&block, 0, own, 0, f + step, u).phi[0] -
                    vt_smooth_row(&block, 0, own, 0, f - step, u).phi[0];
      double by_u = vt_smooth_row(&block, 0, own, 0, f, u + step * own).phi[0] -
                    vt_smooth_row(&block, 0, own, 0, f, u - step * own).phi[0];
      CHECK_NEAR(by_f / (2 * step), law.a[0][0], 1e-8);
      CHECK_NEAR(by_u / (2 * step), own * law.b[0][0], 1e-8);
    }
  // Within its bounds, at the lower one pushed on, at the upper one pushed on, and pushed back from it.
  CHECK_NEAR(vt_smooth_row(&block, 0, own, 0, 1, -1e-4).phi[0], 0, 1e-15);
  CHECK(vt_smooth_row(&block, 0, own, 0, -2, 9e-4).phi[0] == 0);
  CHECK(vt_smooth_row(&block, 0, own, 0, 5, -9e-4).phi[0] == 0);
  CHECK(vt_smooth_row(&block, 0, own, 0, 5, 9e-4).phi[0] > 1);
  // Between things that cannot move a hard row keeps its force.
  block.compliance = 0;
  CHECK(vt_smooth_row(&block, 0, 0, 0, 1.5, 1e-3).phi[0] == 0);
}

// Bounds rounded: derivatives against differences, at most two blurs off, and gone with the blur; a motor
// whose bounds are one has that force for any blur; no bounds, no kink.
static void check_blurred_scalar(void) {
  const double own = 3e-4, step = 1e-6;
  static const double bounds[][2] = {{-2, 5}, {-INFINITY, 0}, {1, INFINITY}, {-3, -3}, {-INFINITY, INFINITY}};
  for (int k = 0; k < 5; ++k) {
    vt_block block = {
        .kind = VT_BLOCK_SCALAR, .compliance = 1e-4, .lower = bounds[k][0], .upper = bounds[k][1]};
    block.own[0][0] = own;
    for (double u = -3e-3; u < 3e-3; u += 1.7e-4)
      for (double f = -4; f < 7; f += 0.9)
        for (double blur = 1; blur > 1e-3; blur /= 10) {
          vt_smooth_law law = vt_smooth_row(&block, 0, own, blur, f, u);
          double by_f = vt_smooth_row(&block, 0, own, blur, f + step, u).phi[0] -
                        vt_smooth_row(&block, 0, own, blur, f - step, u).phi[0];
          double by_u = vt_smooth_row(&block, 0, own, blur, f, u + step * own).phi[0] -
                        vt_smooth_row(&block, 0, own, blur, f, u - step * own).phi[0];
          double sharp = vt_smooth_row(&block, 0, own, 0, f, u).phi[0];
          CHECK_NEAR(by_f / (2 * step), law.a[0][0], 1e-6);
          CHECK_NEAR(by_u / (2 * step), own * law.b[0][0], 1e-6);
          CHECK_NEAR(law.phi[0], sharp, k < 3 ? 2 * blur : 1e-12);
        }
  }
}

int main(void) {
  check_derivatives();
  check_random_derivatives();
  check_exact();
  check_blur_vanishes();
  check_scalar();
  check_blurred_scalar();
  return check_report();
}
