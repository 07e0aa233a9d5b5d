// Vectors, matrices, quaternions, poses, eigenvectors and the hash.
#include "base/eigen.h"
#include "base/hash.h"
#include "base/vec.h"

#include "check.h"

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_vec3 random_vector(unsigned *state) {
  double x = random_number(state), y = random_number(state), z = random_number(state);
  return vt_v3(x, y, z);
}

static double difference(vt_mat3 a, vt_mat3 b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
  return worst;
}

static void check_matrices(unsigned *seed) {
  vt_mat3 a;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] = random_number(seed) + (i == j ? 1.5 : 0);
  vt_vec3 u = random_vector(seed), v = random_vector(seed);
  CHECK_NEAR(difference(vt_mat_mul(a, vt_mat_inverse(a)), vt_mat_identity()), 0, 1e-14);
  CHECK_NEAR(vt_dot(vt_mat_apply(a, u), v), vt_dot(u, vt_mat_apply_transposed(a, v)), 1e-15);
  CHECK_NEAR(vt_norm(vt_sub(vt_mat_apply(vt_skew(u), v), vt_cross(u, v))), 0, 1e-16);
  CHECK_NEAR(vt_norm(vt_sub(vt_mat_apply(vt_outer(u, v), a.m[0][0] > 0 ? u : v),
                 vt_scale(vt_dot(v, a.m[0][0] > 0 ? u : v), u))),
      0, 1e-15);
}

static void check_rotations(unsigned *seed) {
  vt_vec3 r = vt_scale(6, random_vector(seed)), p = random_vector(seed);
  vt_quat q = vt_quat_exp(r), back = vt_quat_from_mat(vt_quat_to_mat(q));
  double same = q.w * back.w + q.x * back.x + q.y * back.y + q.z * back.z;
  CHECK_NEAR(fabs(same), 1, 1e-14);
  CHECK_NEAR(vt_norm(vt_sub(vt_mat_apply(vt_quat_to_mat(q), p), vt_quat_rotate(q, p))), 0, 1e-15);
  if (vt_norm(r) < VT_PI) CHECK_NEAR(vt_norm(vt_sub(vt_quat_log(q), r)), 0, 1e-12);
  // A rotation turns about its own axis: Rodrigues' formula.
  double angle = vt_norm(r);
  vt_vec3 axis = vt_normalized(r);
  vt_vec3 turned = vt_add(vt_madd(vt_scale(cos(angle), p), sin(angle), vt_cross(axis, p)),
      vt_scale((1 - cos(angle)) * vt_dot(axis, p), axis));
  CHECK_NEAR(vt_norm(vt_sub(turned, vt_quat_rotate(q, p))), 0, 1e-14);
  vt_pose a = {random_vector(seed), q}, b = {random_vector(seed), vt_quat_exp(random_vector(seed))};
  CHECK_NEAR(
      vt_norm(vt_sub(vt_pose_apply(vt_pose_mul(a, b), p), vt_pose_apply(a, vt_pose_apply(b, p)))), 0, 1e-14);
  CHECK_NEAR(vt_norm(vt_sub(vt_pose_unapply(a, vt_pose_apply(a, p)), p)), 0, 1e-14);
}

// Half turns about each axis are where the smaller components of a quaternion vanish.
static void check_half_turns(void) {
  for (int axis = 0; axis < 3; ++axis) {
    vt_vec3 r = {axis == 0 ? VT_PI : 0, axis == 1 ? VT_PI : 0, axis == 2 ? VT_PI : 0};
    vt_mat3 m = vt_quat_to_mat(vt_quat_exp(r));
    CHECK_NEAR(difference(vt_quat_to_mat(vt_quat_from_mat(m)), m), 0, 1e-15);
    CHECK_NEAR(vt_norm(vt_quat_log(vt_quat_exp(r))), VT_PI, 1e-14);
  }
  vt_vec3 tiny = {1e-9, -2e-9, 0};
  CHECK_NEAR(vt_norm(vt_sub(vt_quat_log(vt_quat_exp(tiny)), tiny)), 0, 1e-24);
}

static void check_eigen(vt_vec3 wanted, unsigned *seed) {
  vt_mat3 r = vt_quat_to_mat(vt_quat_exp(vt_scale(5, random_vector(seed))));
  vt_mat3 a = vt_mat_mul(vt_mat_mul(r, vt_mat_diagonal(wanted)), vt_mat_transpose(r));
  vt_vec3 values;
  vt_mat3 vectors;
  vt_eigen_symmetric(a, &values, &vectors);
  double scale = fmax(fabs(wanted.x), fmax(fabs(wanted.y), fabs(wanted.z))) + 1e-300;
  CHECK(values.x >= values.y && values.y >= values.z);
  CHECK_NEAR(vt_norm(vt_sub(values, wanted)), 0, 4e-15 * scale);
  CHECK_NEAR(vt_mat_det(vectors), 1, 1e-14);
  vt_mat3 rebuilt = vt_mat_mul(vt_mat_mul(vectors, vt_mat_diagonal(values)), vt_mat_transpose(vectors));
  CHECK_NEAR(difference(rebuilt, a), 0, 4e-15 * scale);
}

static void check_hash(void) {
  unsigned char bytes[37] = {0};
  uint64_t empty = vt_hash_bytes(VT_HASH_START, bytes, sizeof bytes);
  int same = 0;
  for (size_t i = 0; i < sizeof bytes; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] = (unsigned char)(1 << bit);
      same += vt_hash_bytes(VT_HASH_START, bytes, sizeof bytes) == empty;
      bytes[i] = 0;
    }
  CHECK(same == 0);
  CHECK(vt_hash_bytes(VT_HASH_START, bytes, 8) != vt_hash_bytes(VT_HASH_START, bytes, 16));
}

int main(void) {
  unsigned seed = 1;
  for (int round = 0; round < 200; ++round) {
    check_matrices(&seed);
    check_rotations(&seed);
  }
  check_half_turns();
  for (int round = 0; round < 20; ++round) {
    check_eigen(vt_v3(3, 2, 1), &seed);
    check_eigen(vt_v3(1, 1, 1), &seed);
    check_eigen(vt_v3(2, 2, -1), &seed);
    check_eigen(vt_v3(1, 1e-8, 0), &seed);
    check_eigen(vt_v3(1e150, 1, -1e150), &seed);
    check_eigen(vt_v3(0, 0, 0), &seed);
  }
  check_hash();
  return check_report();
}
