// The few functions on rotations that are too long to inline.
#include "base/vec.h"

vt_pose vt_pose_identity(void) { return (vt_pose){{0, 0, 0}, vt_quat_identity()}; }

vt_quat vt_quat_exp(vt_vec3 r) {
  double half = 0.5 * vt_norm(r);
  // sin(half) / |r|, by its series where the quotient loses digits.
  double s = half < 1e-4 ? 0.5 * (1 - half * half / 6) : 0.5 * sin(half) / half;
  return (vt_quat){cos(half), s * r.x, s * r.y, s * r.z};
}

vt_vec3 vt_quat_log(vt_quat q) {
  if (q.w < 0) q = (vt_quat){-q.w, -q.x, -q.y, -q.z};
  vt_vec3 u = vt_v3(q.x, q.y, q.z);
  double sine = vt_norm(u);
  double s = sine < 1e-8 ? 2 / q.w : 2 * atan2(sine, q.w) / sine;
  return vt_scale(s, u);
}

// The largest of the four components first, so that nothing small is divided by.
vt_quat vt_quat_from_mat(vt_mat3 r) {
  double trace = r.m[0][0] + r.m[1][1] + r.m[2][2];
  if (trace >= r.m[0][0] && trace >= r.m[1][1] && trace >= r.m[2][2]) {
    vt_quat q = {1 + trace, r.m[2][1] - r.m[1][2], r.m[0][2] - r.m[2][0], r.m[1][0] - r.m[0][1]};
    return vt_quat_normalized(q);
  }
  int i = r.m[0][0] >= r.m[1][1] ? (r.m[0][0] >= r.m[2][2] ? 0 : 2) : (r.m[1][1] >= r.m[2][2] ? 1 : 2);
  int j = (i + 1) % 3, k = (i + 2) % 3;
  double axis[3];
  axis[i] = 1 + r.m[i][i] - r.m[j][j] - r.m[k][k];
  axis[j] = r.m[j][i] + r.m[i][j];
  axis[k] = r.m[k][i] + r.m[i][k];
  return vt_quat_normalized((vt_quat){r.m[k][j] - r.m[j][k], axis[0], axis[1], axis[2]});
}
