// The corotational law at one point.
#include "body/corotated.h"

#include "base/eigen.h"

static const double LEAST_TRACE = 1e-3; // stretch: near inversion the tangent of rotation is bounded by it

// a^T b
static vt_mat3 transposed_times(vt_mat3 a, vt_mat3 b) { return vt_mat_mul(vt_mat_transpose(a), b); }

static double frobenius(vt_mat3 a) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += a.m[i][j] * a.m[i][j];
  return sqrt(sum);
}

// Signed singular value decomposition by the eigenvectors V of F^T F: R = U V^T. The columns of U are F V
// normalised for the two largest stretches (completed to a basis where F vanishes) and their cross product,
// which makes U a rotation and the third stretch carry the sign of det F.
static vt_mat3 polar_by_eigenvectors(vt_mat3 f) {
  vt_vec3 squares;
  vt_mat3 v;
  vt_eigen_symmetric(transposed_times(f, f), &squares, &v);
  vt_mat3 fv = vt_mat_mul(f, v);
  vt_vec3 u0 = vt_v3(fv.m[0][0], fv.m[1][0], fv.m[2][0]);
  vt_vec3 u1 = vt_v3(fv.m[0][1], fv.m[1][1], fv.m[2][1]);
  double s0 = vt_norm(u0);
  if (!(s0 > 1e-150)) return vt_mat_identity(); // collapsed to a point: any rotation is nearest
  u0 = vt_scale(1 / s0, u0);
  u1 = vt_madd(u1, -vt_dot(u0, u1), u0);
  if (vt_norm(u1) <= 1e-14 * s0) { // collapsed to a line: any direction across it
    vt_vec3 across = fabs(u0.x) < 0.6 ? vt_v3(1, 0, 0) : vt_v3(0, 1, 0);
    u1 = vt_madd(across, -vt_dot(u0, across), u0);
  }
  u1 = vt_normalized(u1);
  vt_vec3 u2 = vt_cross(u0, u1);
  vt_mat3 u = {{{u0.x, u1.x, u2.x}, {u0.y, u1.y, u2.y}, {u0.z, u1.z, u2.z}}};
  return vt_mat_mul(u, vt_mat_transpose(v));
}

// Newton's iteration X <- (g X + X^-T / g) / 2 with Higham's scaling g while it is far off: quadratic,
// accurate to rounding, and twice as fast as the eigenvectors. It is left to those near and beyond inversion,
// where it fails.
vt_mat3 vt_polar_rotation(vt_mat3 f) {
  double size = frobenius(f);
  double det = vt_mat_det(f);
  if (!(det > 1e-4 * size * size * size)) return polar_by_eigenvectors(f);
  vt_mat3 x = f;
  bool far = true;
  for (int iteration = 0; iteration < 20; ++iteration) {
    vt_mat3 y = vt_mat_transpose(vt_mat_inverse(x));
    double g = 1;
    if (far) {
      g = sqrt(frobenius(y) / frobenius(x));
      far = iteration < 2 && fabs(g - 1) > 0.01; // close to a rotation scaling gains nothing
    }
    double mine = 0.5 * g, other = 0.5 / g, change = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double next = mine * x.m[i][j] + other * y.m[i][j], step = next - x.m[i][j];
        change += step * step;
        x.m[i][j] = next;
      }
    if (change < 1e-16) break; // quadratic: the error left is about half of the step's square
  }
  return x;
}

static double stretch_trace(vt_mat3 f, vt_mat3 r) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += r.m[i][j] * f.m[i][j];
  return sum;
}

double vt_corotated_energy(vt_mat3 f, vt_mat3 r, double mu, double lambda) {
  double trace = stretch_trace(f, r) - 3, distance = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) distance += (f.m[i][j] - r.m[i][j]) * (f.m[i][j] - r.m[i][j]);
  return mu * distance + 0.5 * lambda * trace * trace;
}

vt_mat3 vt_corotated_stress(vt_mat3 f, vt_mat3 r, double mu, double lambda) {
  double pressure = lambda * (stretch_trace(f, r) - 3);
  vt_mat3 p;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) p.m[i][j] = 2 * mu * (f.m[i][j] - r.m[i][j]) + pressure * r.m[i][j];
  return p;
}

vt_mat3 vt_corotated_turning(vt_mat3 f, vt_mat3 r, double mu, double lambda, vt_tangent tangent) {
  if (tangent == VT_TANGENT_WARPED) return vt_mat_scale(-mu, vt_mat_identity());
  vt_mat3 s = transposed_times(r, f);
  double trace = s.m[0][0] + s.m[1][1] + s.m[2][2];
  double alpha = lambda * (trace - 3) - 2 * mu;
  vt_vec3 stretch;
  vt_mat3 axes;
  for (int i = 0; i < 3; ++i) // symmetric but for rounding
    for (int j = 0; j < i; ++j) s.m[i][j] = s.m[j][i] = 0.5 * (s.m[i][j] + s.m[j][i]);
  vt_eigen_symmetric(s, &stretch, &axes);
  // G has the eigenvalues trace - stretch; near and beyond inversion they lose their meaning and are bounded.
  double values[3] = {trace - stretch.x, trace - stretch.y, trace - stretch.z};
  for (int i = 0; i < 3; ++i) {
    values[i] = alpha / fmax(values[i], LEAST_TRACE);
    if (tangent == VT_TANGENT_PROJECTED) values[i] = fmax(values[i], -mu);
  }
  vt_mat3 world_axes = vt_mat_mul(r, axes);
  vt_mat3 scaled = vt_mat_mul(world_axes, vt_mat_diagonal(vt_v3(values[0], values[1], values[2])));
  return vt_mat_mul(scaled, vt_mat_transpose(world_axes));
}
