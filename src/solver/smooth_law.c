// The laws of single blocks, smoothed.
#include "solver/smooth_law.h"

#include <math.h>

// ---------------------------------------------------------------- a half line

// max(x, 0) with its kink rounded: the positive root of p (p - x) = blur^2, without cancellation.
static inline double plus(double x, double blur) {
  if (blur == 0) return x > 0 ? x : 0;
  double root = sqrt(x * x + 4 * blur * blur);
  if (x > 0) return 0.5 * (x + root);
  return root > x ? 2 * blur * blur / (root - x) : 0;
}

static inline double plus_slope(double x, double blur) {
  if (blur == 0) return x > 0 ? 1 : x < 0 ? 0 : 0.5;
  double root = sqrt(x * x + 4 * blur * blur);
  return root > 0 ? 0.5 * (1 + x / root) : 0.5;
}

// ---------------------------------------------------------------- discs

// f_n = plus(f_n - u_n / w_n), f_t = d radius / max(radius, |d|) with d = f_t - u_t / w_t, radius = mu f_n.
static vt_smooth_law disc_law(const vt_block *block, double blur, const double *f, const double *u) {
  double rn = 1 / block->own[0][0], rt = 1 / block->tangent, mu = block->friction;
  double pressed = f[0] - rn * u[0], normal = plus(pressed, blur), slope = plus_slope(pressed, blur);
  const double d[2] = {f[1] - rt * u[1], f[2] - rt * u[2]};
  double length = sqrt(d[0] * d[0] + d[1] * d[1]), radius = mu * normal;
  double max = length + plus(radius - length, blur), by_radius = plus_slope(radius - length, blur);
  double share = max > 0 ? radius / max : 0;
  // d share = share_r d radius + share_l d length.
  double share_r = max > 0 ? (1 - share * by_radius) / max : 0;
  double share_l = max > 0 ? -share * (1 - by_radius) / max : 0;
  vt_smooth_law law = {.phi = {f[0] - normal, f[1] - share * d[0], f[2] - share * d[1]}};
  law.a[0][0] = 1 - slope;
  law.b[0][0] = slope * rn;
  for (int i = 0; i < 2; ++i) {
    double with_normal = d[i] * share_r * mu * slope;
    law.a[i + 1][0] = -with_normal;
    law.b[i + 1][0] = with_normal * rn;
    for (int j = 0; j < 2; ++j) {
      double along = (i == j ? share : 0) + (length > 0 ? share_l * d[i] * d[j] / length : 0);
      law.a[i + 1][j + 1] = (i == j ? 1 : 0) - along;
      law.b[i + 1][j + 1] = along * rt;
    }
  }
  return law;
}

// ---------------------------------------------------------------- cones

// The projection of z onto the cone |z_t| <= z_0, rounded, and its derivative: the function of a half line on
// the two eigenvalues z_0 -+ |z_t|.
static void project_cone(const double z[3], double blur, double p[3], double slope[3][3]) {
  double length = sqrt(z[1] * z[1] + z[2] * z[2]), e[2] = {0, 0};
  if (length > 0) e[0] = z[1] / length, e[1] = z[2] / length;
  double low = z[0] - length, high = z[0] + length;
  double p_low = plus(low, blur), p_high = plus(high, blur);
  double s_low = plus_slope(low, blur), s_high = plus_slope(high, blur);
  double mean = 0.5 * (s_low + s_high), half = 0.5 * (s_high - s_low);
  double chord = length > 1e-14 * fabs(z[0]) ? (p_high - p_low) / (high - low) : mean;
  p[0] = 0.5 * (p_low + p_high);
  slope[0][0] = mean;
  for (int i = 0; i < 2; ++i) {
    p[i + 1] = 0.5 * (p_high - p_low) * e[i];
    slope[0][i + 1] = slope[i + 1][0] = half * e[i];
    for (int j = 0; j < 2; ++j) slope[i + 1][j + 1] = (i == j ? chord : 0) + (mean - chord) * e[i] * e[j];
  }
}

// The force (mu f_n, f_t) is the projection of itself less (u_n / mu + |u_t|, u_t) / w.
static vt_smooth_law cone_law(const vt_block *block, double blur, const double *f, const double *u) {
  double mu = block->friction, own = block->own[0][0] / (mu * mu) + 2 * block->tangent, rho = 3 / own;
  double round = blur * block->tangent, slip = sqrt(u[1] * u[1] + u[2] * u[2] + round * round);
  const double scale[3] = {mu, 1, 1}, lifted[3] = {u[0] / mu + slip - round, u[1], u[2]};
  double z[3], p[3], slope[3][3];
  for (int i = 0; i < 3; ++i) z[i] = scale[i] * f[i] - rho * lifted[i];
  project_cone(z, blur, p, slope);
  vt_smooth_law law;
  for (int i = 0; i < 3; ++i) {
    law.phi[i] = scale[i] * f[i] - p[i];
    for (int j = 0; j < 3; ++j) {
      double lift = j > 0 && slip > 0 ? slope[i][0] * u[j] / slip : 0;
      law.a[i][j] = ((i == j ? 1 : 0) - slope[i][j]) * scale[j];
      law.b[i][j] = rho * (slope[i][j] / scale[j] + lift);
    }
  }
  return law;
}

vt_smooth_law vt_smooth_contact(
    const vt_block *block, vt_newton_form form, double blur, const double *f, const double *u) {
  return form == VT_NEWTON_CONE && block->friction > 0 ? cone_law(block, blur, f, u)
                                                       : disc_law(block, blur, f, u);
}

// ---------------------------------------------------------------- single rows

// A row that asks for u + c f = 0, within bounds where it has some: f = x + plus(lower - x) - plus(x - upper)
// with x the force that would do, and no bounds.
static vt_smooth_law linear_law(
    double own, double compliance, double lower, double upper, double blur, double f, double u) {
  double total = own + compliance;
  if (!(total > 0)) return (vt_smooth_law){.phi = {f - fmin(fmax(f, lower), upper)}, .a = {{1}}};
  double x = f - (u + compliance * f) / total, bounded = x, slope = 1;
  if (lower > -INFINITY) bounded += plus(lower - x, blur), slope -= plus_slope(lower - x, blur);
  if (upper < INFINITY) bounded -= plus(x - upper, blur), slope -= plus_slope(x - upper, blur);
  if (lower == upper) bounded = lower, slope = 0;
  vt_smooth_law law = {.phi = {f - bounded}};
  law.a[0][0] = 1 - slope * (1 - compliance / total);
  law.b[0][0] = slope / total;
  return law;
}

vt_smooth_law vt_smooth_row(const vt_block *block, int r, double own, double blur, double f, double u) {
  if (block->kind == VT_BLOCK_SCALAR)
    return linear_law(own, block->compliance, block->lower, block->upper, blur, f, u);
  if (block->kind == VT_BLOCK_BILATERAL)
    return linear_law(own, block->bilateral->compliance[r], -INFINITY, INFINITY, 0, f, u);
  // phi = f - F(u - w f), with F falling at the rate of the block's stiffness: below
  // 1/w, so that this is sound.
  double stiffness = vt_block_gas_stiffness(block, u, f);
  vt_smooth_law law = {.phi = {f - vt_block_gas_force(block, u, f)}};
  law.a[0][0] = 1 - stiffness * own;
  law.b[0][0] = stiffness;
  return law;
}
