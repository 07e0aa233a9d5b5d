// 3-vectors, 3x3 matrices, quaternions and poses, as inline functions on plain structs.
#ifndef VT_BASE_VEC_H
#define VT_BASE_VEC_H

#include <ventouse/base.h>

#include <math.h>

#define VT_PI 3.14159265358979323846

static inline vt_vec3 vt_v3(double x, double y, double z) { return (vt_vec3){x, y, z}; }
static inline vt_vec3 vt_add(vt_vec3 a, vt_vec3 b) { return vt_v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vt_vec3 vt_sub(vt_vec3 a, vt_vec3 b) { return vt_v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vt_vec3 vt_scale(double s, vt_vec3 a) { return vt_v3(s * a.x, s * a.y, s * a.z); }
// a + s b
static inline vt_vec3 vt_madd(vt_vec3 a, double s, vt_vec3 b) {
  return vt_v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double vt_dot(vt_vec3 a, vt_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vt_vec3 vt_cross(vt_vec3 a, vt_vec3 b) {
  return vt_v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double vt_norm(vt_vec3 a) { return sqrt(vt_dot(a, a)); }
static inline vt_vec3 vt_normalized(vt_vec3 a) {
  double n = vt_norm(a);
  return n > 0 ? vt_scale(1 / n, a) : a;
}
static inline bool vt_is_finite(vt_vec3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }

// Coordinate by coordinate; b where a has a NaN, so that one bad point leaves a box around others as it is.
// The C library's fmin is a call.
static inline vt_vec3 vt_lower(vt_vec3 a, vt_vec3 b) {
  return vt_v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static inline vt_vec3 vt_higher(vt_vec3 a, vt_vec3 b) {
  return vt_v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static inline vt_mat3 vt_mat_identity(void) { return (vt_mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }
static inline vt_mat3 vt_mat_diagonal(vt_vec3 d) {
  return (vt_mat3){{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}};
}
static inline vt_mat3 vt_mat_transpose(vt_mat3 a) {
  return (vt_mat3){{{a.m[0][0], a.m[1][0], a.m[2][0]}, {a.m[0][1], a.m[1][1], a.m[2][1]},
      {a.m[0][2], a.m[1][2], a.m[2][2]}}};
}
static inline vt_mat3 vt_mat_add(vt_mat3 a, vt_mat3 b) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] += b.m[i][j];
  return a;
}
static inline vt_mat3 vt_mat_scale(double s, vt_mat3 a) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] *= s;
  return a;
}
static inline vt_mat3 vt_mat_mul(vt_mat3 a, vt_mat3 b) {
  vt_mat3 c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
  return c;
}
static inline vt_vec3 vt_mat_apply(vt_mat3 a, vt_vec3 v) {
  return vt_v3(a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
      a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
      a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z);
}
// a^T v
static inline vt_vec3 vt_mat_apply_transposed(vt_mat3 a, vt_vec3 v) {
  return vt_v3(a.m[0][0] * v.x + a.m[1][0] * v.y + a.m[2][0] * v.z,
      a.m[0][1] * v.x + a.m[1][1] * v.y + a.m[2][1] * v.z,
      a.m[0][2] * v.x + a.m[1][2] * v.y + a.m[2][2] * v.z);
}
static inline double vt_mat_det(vt_mat3 a) {
  return a.m[0][0] * (a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1]) -
         a.m[0][1] * (a.m[1][0] * a.m[2][2] - a.m[1][2] * a.m[2][0]) +
         a.m[0][2] * (a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0]);
}
// The inverse; the caller knows that the determinant is not zero.
static inline vt_mat3 vt_mat_inverse(vt_mat3 a) {
  double s = 1 / vt_mat_det(a);
  return (vt_mat3){{{s * (a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1]),
                        s * (a.m[0][2] * a.m[2][1] - a.m[0][1] * a.m[2][2]),
                        s * (a.m[0][1] * a.m[1][2] - a.m[0][2] * a.m[1][1])},
      {s * (a.m[1][2] * a.m[2][0] - a.m[1][0] * a.m[2][2]),
          s * (a.m[0][0] * a.m[2][2] - a.m[0][2] * a.m[2][0]),
          s * (a.m[0][2] * a.m[1][0] - a.m[0][0] * a.m[1][2])},
      {s * (a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0]),
          s * (a.m[0][1] * a.m[2][0] - a.m[0][0] * a.m[2][1]),
          s * (a.m[0][0] * a.m[1][1] - a.m[0][1] * a.m[1][0])}}};
}
// a b^T
static inline vt_mat3 vt_outer(vt_vec3 a, vt_vec3 b) {
  return (vt_mat3){{{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z},
      {a.z * b.x, a.z * b.y, a.z * b.z}}};
}
// The matrix of v -> w x v.
static inline vt_mat3 vt_skew(vt_vec3 w) {
  return (vt_mat3){{{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}}};
}

static inline vt_quat vt_quat_identity(void) { return (vt_quat){1, 0, 0, 0}; }
// The rotation b followed by a.
static inline vt_quat vt_quat_mul(vt_quat a, vt_quat b) {
  return (vt_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline vt_quat vt_quat_conjugate(vt_quat q) { return (vt_quat){q.w, -q.x, -q.y, -q.z}; }
static inline vt_quat vt_quat_normalized(vt_quat q) {
  double s = 1 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return (vt_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}
static inline vt_vec3 vt_quat_rotate(vt_quat q, vt_vec3 v) {
  vt_vec3 u = vt_v3(q.x, q.y, q.z);
  vt_vec3 t = vt_scale(2, vt_cross(u, v));
  return vt_add(vt_madd(v, q.w, t), vt_cross(u, t));
}
static inline vt_mat3 vt_quat_to_mat(vt_quat q) {
  double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return (vt_mat3){{{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)},
      {2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)}, {2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)}}};
}
// The rotation by |r| radians about r, and back (|r| <= pi).
vt_quat vt_quat_exp(vt_vec3 r);
vt_vec3 vt_quat_log(vt_quat q);
vt_quat vt_quat_from_mat(vt_mat3 rotation);

static inline vt_vec3 vt_pose_apply(vt_pose pose, vt_vec3 local) {
  return vt_add(vt_quat_rotate(pose.rotation, local), pose.position);
}
static inline vt_vec3 vt_pose_unapply(vt_pose pose, vt_vec3 world) {
  return vt_quat_rotate(vt_quat_conjugate(pose.rotation), vt_sub(world, pose.position));
}
// The pose that first applies b, then a.
static inline vt_pose vt_pose_mul(vt_pose a, vt_pose b) {
  return (vt_pose){vt_pose_apply(a, b.position), vt_quat_mul(a.rotation, b.rotation)};
}
static inline vt_pose vt_pose_inverse(vt_pose pose) {
  vt_quat back = vt_quat_conjugate(pose.rotation);
  return (vt_pose){vt_quat_rotate(back, vt_scale(-1, pose.position)), back};
}

#endif
