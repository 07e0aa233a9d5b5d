// A rod that is struck and rings: what the tests of ringing share.
#include "ring.h"

#include "check.h"

vt_quasi_rigid_def rod(int modes, double damping) {
  vt_quasi_rigid_def def = plastic(7e8);
  def.modes = modes;
  def.mode_damping = damping;
  return def;
}

vt_mesh *rod_mesh(int n) {
  vt_error error = {0};
  return vt_mesh_box(
      vt_v3(-0.1, -0.005, -0.005), vt_v3(0.1, 0.005, 0.005), 10 * n, n, n, VT_CELL_TET4, &error);
}

// A point of the world in the axes of a pose.
static vt_vec3 unapply(vt_pose pose, vt_vec3 p) {
  vt_vec3 d = vt_sub(p, pose.position), v = {-pose.rotation.x, -pose.rotation.y, -pose.rotation.z};
  vt_vec3 t = vt_scale(2, vt_cross(v, d));
  return vt_add(d, vt_add(vt_scale(pose.rotation.w, t), vt_cross(v, t)));
}

// The vertex furthest along x.
static int end_of(const yard *y, int body) {
  vt_surface_view s = vt_world_collision_surface(y->world, body);
  int best = 0;
  for (int i = 0; i < s.vertex_count; ++i)
    if (s.vertices[i].x > s.vertices[best].x) best = i;
  return best;
}

vt_vec3 bend_at(const yard *y, int body, int vertex, vt_vec3 rest) {
  vt_vec3 now = vt_world_collision_surface(y->world, body).vertices[vertex];
  return vt_sub(unapply(vt_world_body_pose(y->world, body), now), rest);
}

int strike(yard *y, int body, vt_vec3 *rest) {
  int end = end_of(y, body);
  vt_surface_view s = vt_world_collision_surface(y->world, body);
  int triangle = 0;
  while (s.triangles[3 * triangle] != end) ++triangle;
  *rest = unapply(vt_world_body_pose(y->world, body), s.vertices[end]);
  vt_error error = {0};
  double weights[3] = {1, 0, 0};
  CHECK(vt_world_pull(
      y->world, body, triangle, weights, vt_add(s.vertices[end], vt_v3(0, 0, 0.01)), 2000, &error));
  for (int k = 0; k < 3; ++k) yard_step(y);
  vt_world_let_go(y->world);
  yard_step(y); // without forces, but what acted last still counts
  return end;
}

swing swing_of(const double *u, int count, double dt) {
  double a = 0, b = 0, c = 0, d = 0, e = 0;
  for (int k = 2; k < count; ++k) { // least squares for u[k] = p u[k-1] + q u[k-2]
    a += u[k - 1] * u[k - 1], b += u[k - 1] * u[k - 2], c += u[k - 2] * u[k - 2];
    d += u[k] * u[k - 1], e += u[k] * u[k - 2];
  }
  double det = a * c - b * b, p = (d * c - e * b) / det, q = (a * e - b * d) / det;
  double decay = -0.5 * log(-q) / dt, turn = acos(p / (2 * sqrt(-q))) / dt;
  double rate = sqrt(turn * turn + decay * decay);
  return (swing){rate, decay / rate};
}

double rate_of(yard *y, int body, double dt, double damping) {
  enum { COUNT = 60 };
  double u[COUNT];
  vt_vec3 rest;
  int end = strike(y, body, &rest);
  for (int k = 0; k < COUNT; ++k) {
    yard_step(y);
    u[k] = bend_at(y, body, end, rest).z;
  }
  swing found = swing_of(u, COUNT, dt);
  CHECK(fabs(u[0]) > 1e-6);
  CHECK_NEAR(found.damping, damping, 1e-6); // rounding of positions over that of the bend
  return found.rate;
}

void check_restore(yard *y, int body) {
  vt_vec3 rest;
  strike(y, body, &rest);
  vt_error error = {0};
  vt_snapshot *snapshot = vt_world_save(y->world, NULL, &error);
  for (int k = 0; k < 20; ++k) yard_step(y);
  uint64_t hash = vt_world_hash(y->world);
  CHECK(snapshot != NULL && vt_world_restore(y->world, snapshot, &error));
  for (int k = 0; k < 20; ++k) yard_step(y);
  CHECK(vt_world_hash(y->world) == hash);
  vt_snapshot_destroy(snapshot);
}
