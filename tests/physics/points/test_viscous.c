// Bodies without inertia: they move as forces push them against their viscosity, (15) of the paper.
#include "check.h"
#include "skins.h"

static int viscous(yard *y, vt_mesh *mesh, const vt_points_def *points, double viscosity, vt_pose pose) {
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  def.mesh = mesh;
  def.points = points;
  def.mass = 0.2;
  def.viscosity = viscosity;
  def.velocity = vt_v3(1, 2, 3); // forgotten at once
  def.pose = pose;
  int body = vt_model_add_rigid(y->model, &def, &error);
  if (!CHECK(body >= 0)) printf("%s\n", error.message);
  vt_mesh_destroy(mesh);
  return body;
}

static const double b = 4, g = 9.81;

// It falls at m g / b, whatever the step, and turns by a couple over b / m times its inertia.
static void test_free(double dt) {
  yard y = yard_new(dt, vt_v3(0, 0, -g), 0.5);
  vt_error error = {0};
  const vt_vec3 size = {0.06, 0.05, 0.04};
  int body = viscous(&y, block(size, 1, VT_CELL_NONE), NULL, b, at(0, 0, 1));
  for (int k = 0; k < 2; ++k) { // a couple about x
    vt_load_def load = vt_load_def_default();
    load.body = body;
    load.force = vt_v3(0, 0, k == 0 ? 0.1 : -0.1);
    load.region = vt_region_box(vt_v3(-1, k == 0 ? 0.01 : -1, -1), vt_v3(1, k == 0 ? 1 : -0.01, 1));
    CHECK(vt_model_add_load(y.model, &load, &error) >= 0);
  }
  yard_start(&y);
  double angle = 0;
  for (int n = 0; n < (int)(0.1 / dt + 0.5); ++n) {
    vt_quat before = vt_world_body_pose(y.world, body).rotation;
    yard_step(&y);
    vt_quat turn = vt_quat_mul(vt_world_body_pose(y.world, body).rotation, vt_quat_conjugate(before));
    angle += 2 * asin(turn.x);
  }
  double fell = 1 - vt_world_body_pose(y.world, body).position.z, expected = 0.2 * g / b * 0.1;
  double inertia = 0.2 / 12 * (size.y * size.y + size.z * size.z),
         most = 0.1 * size.y / (b / 0.2 * inertia) * 0.1;
  printf("%.0f ms: fell %.6f m (%.6f), turned by %.5f rad (%.5f less by cos)\n", 1e3 * dt, fell, expected,
      angle, most);
  CHECK_NEAR(fell, expected, 1e-12);
  // The arms of the forces shorten as it turns: d(angle)/dt = w cos(angle), angle = gd(w t).
  CHECK_NEAR(angle, atan(sinh(most)), 2 * dt * most);
  yard_free(&y);
}

// A block of points at rest carries its weight; on an incline it slides at (m g / b)(sin - mu cos).
static void test_incline(double dt) {
  yard y = yard_new(dt, vt_v3(0, 0, -g), 0.3);
  vt_points_def fine = samples(1600, 200);
  double angle = atan(0.5);
  vt_pose pose = turned(vt_v3(0, 0, 0), vt_v3(0, 1, 0), angle);
  int ground = yard_points_fixed(&y, block(vt_v3(0.3, 0.1, 0.02), 1, VT_CELL_NONE), NULL, pose);
  vt_pose on = {vt_quat_rotate(pose.rotation, vt_v3(-0.08, 0, 0.03 + 1e-4)), pose.rotation};
  int body = viscous(&y, block(vt_v3(0.06, 0.05, 0.04), 1, VT_CELL_NONE), &fine, b, on);
  yard_start(&y);
  int steps = (int)(0.3 / dt + 0.5);
  for (int n = 0; n < steps; ++n) yard_step(&y);
  vt_vec3 by = vt_sub(vt_world_body_pose(y.world, body).position, on.position);
  vt_vec3 f = vt_world_contact_force(y.world, body, ground);
  double went = vt_dot(by, vt_v3(cos(angle), 0, -sin(angle))), normal = 0.2 * g * cos(angle);
  double expected = 0.2 * g / b * (sin(angle) - 0.3 * cos(angle)) * steps * dt;
  printf("%.0f ms: slid %.6f m (%.6f), pressed by %.6f N (%.6f)\n", 1e3 * dt, went, expected,
      vt_dot(f, vt_v3(sin(angle), 0, cos(angle))), normal);
  CHECK_NEAR(went, expected, 1e-6 * expected);
  CHECK_NEAR(vt_dot(f, vt_v3(sin(angle), 0, cos(angle))), normal, 1e-6 * normal);
  yard_free(&y);
}

int main(void) {
  static const double steps[] = {0.001, 0.005, 0.05};
  for (int k = 0; k < 3; ++k) test_free(steps[k]);
  for (int k = 1; k < 3; ++k) test_incline(steps[k]);
  return check_report();
}
