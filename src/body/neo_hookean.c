// The neo-Hookean law at one point.
#include "body/neo_hookean.h"

vt_mat3 vt_cofactor(vt_mat3 f) {
  vt_vec3 a = vt_v3(f.m[0][0], f.m[0][1], f.m[0][2]), b = vt_v3(f.m[1][0], f.m[1][1], f.m[1][2]),
          c = vt_v3(f.m[2][0], f.m[2][1], f.m[2][2]);
  vt_vec3 bc = vt_cross(b, c), ca = vt_cross(c, a), ab = vt_cross(a, b);
  return (vt_mat3){{{bc.x, bc.y, bc.z}, {ca.x, ca.y, ca.z}, {ab.x, ab.y, ab.z}}};
}

// With e = S - I: |F|^2 - 3 = 2 tr e + |e|^2, and J - 1 = tr e + (tr^2 e - |e|^2)/2 + det e.
double vt_neo_hookean_energy(vt_mat3 f, vt_mat3 r, double mu, double lambda) {
  vt_mat3 e = vt_mat_mul(vt_mat_transpose(r), f);
  for (int i = 0; i < 3; ++i) e.m[i][i] -= 1;
  double trace = e.m[0][0] + e.m[1][1] + e.m[2][2], square = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) square += e.m[i][j] * e.m[i][j];
  double bent = 0.5 * (trace * trace - square) + vt_mat_det(e), change = trace + bent; // J - 1 - tr e, J - 1
  return mu * (0.5 * square - bent) + 0.5 * (mu + lambda) * change * change;
}

vt_mat3 vt_neo_hookean_stress(vt_mat3 f, double mu, double lambda) {
  double pressure = (mu + lambda) * (vt_mat_det(f) - 1) - mu;
  return vt_mat_add(vt_mat_scale(mu, f), vt_mat_scale(pressure, vt_cofactor(f)));
}

double vt_neo_hookean_margin(vt_mat3 f, double mu, double lambda) {
  double square = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) square += f.m[i][j] * f.m[i][j];
  return fmax(0, fabs((mu + lambda) * (vt_mat_det(f) - 1)) * sqrt(square / 3) - mu);
}
