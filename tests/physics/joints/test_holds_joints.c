// Cables, links and bonds that hold only for a while.
#include "hold_rig.h"

// ---------------------------------------------------------------- springs and cables

static vt_cable_def line(const vt_point *points, double from, double until) {
  vt_cable_def def = vt_cable_def_default();
  def.kind = VT_CABLE_LENGTH;
  def.relative = true;
  def.points = points;
  def.point_count = 2;
  def.from = from;
  def.until = until;
  return def;
}

// A thread is cut at 0.1 s; another catches the box at 0.2 s, as long as it is by then.
static void test_thread(void) {
  rig r = rig_new(DT, vt_v3(0, 0, -G));
  int box = rig_rigid(&r, vt_v3(0.02, 0.02, 0.02), 0.1, vt_v3(0, 0, 0));
  vt_point points[] = {{-1, -1, {0, 0, 0.1}}, {box, -1, {0, 0, 0}}};
  vt_cable_def first = line(points, 0, 0.1), second = line(points, 0.2, 0);
  rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &first));
  rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &second));
  rig_start(&r);
  rig_steps(&r, 10);
  CHECK_CLOSE(vt_world_sensor(r.world, 0).tension, 0.1 * G, 1e-9);
  CHECK(vt_world_sensor(r.world, 1).tension == 0);
  rig_steps(&r, 10);
  // Let go at the start of a step, or of a sixteenth of one, all its force acts at once.
  bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
  double fallen = 0.5 * G * 0.1 * (0.1 + (newmark ? DT / 16 : DT));
  CHECK_NEAR(vt_world_body_pose(r.world, box).position.z, -fallen, 1e-9);
  CHECK(vt_world_sensor(r.world, 0).tension == 0);
  rig_steps(&r, 20);
  CHECK_NEAR(vt_world_body_pose(r.world, box).position.z, -fallen, 1e-9);
  CHECK_CLOSE(vt_world_sensor(r.world, 1).tension, 0.1 * G, 1e-6);
  rig_free(&r);

  r = rig_new(DT, vt_v3(0, 0, -G));
  box = rig_rigid(&r, vt_v3(0.02, 0.02, 0.02), 0.1, vt_v3(0, 0, 0));
  first = line(points, 0, 0.1), second = line(points, 0.2, 0);
  rig_cable(&r, &first);
  rig_cable(&r, &second);
  rig_start(&r);
  check_snapshot(&r, 9, 15);
  rig_free(&r);
}

// A box hangs still on a spring that is cut at 0.1 s. Another spring begins at 0.2 s, with the box at its
// rest length: from there it swings about m g/k below, the damper at half of what is critical, and comes to
// lie.
static void test_spring(void) {
  double k = 200, mass = 0.1, cut = 0.1;
  rig r = rig_new(DT, vt_v3(0, 0, -G));
  int box = rig_rigid(&r, vt_v3(0.02, 0.02, 0.02), mass, vt_v3(0, 0, 0));
  vt_point points[] = {{-1, -1, {0, 0, 0.1}}, {box, -1, {0, 0, 0}}};
  bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
  double fallen = 0.5 * G * 0.1 * (0.1 + (newmark ? DT / 16 : DT)); // as the thread's
  vt_cable_def first = vt_cable_def_default();
  first.kind = VT_CABLE_SPRING;
  first.points = points;
  first.point_count = 2;
  first.stiffness = k;
  first.damping = sqrt(k * mass);
  first.rest = 0.1 - mass * G / k;
  first.until = cut;
  vt_cable_def second = first;
  second.rest = 0.1 + fallen;
  second.from = 0.2;
  second.until = 0;
  rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &first));
  rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &second));
  rig_start(&r);
  rig_steps(&r, 10);
  CHECK_NEAR(vt_world_body_pose(r.world, box).position.z, 0, 1e-9);
  CHECK_CLOSE(vt_world_sensor(r.world, 0).tension, mass * G, 1e-6);
  CHECK(vt_world_sensor(r.world, 1).tension == 0);
  rig_steps(&r, 10);
  CHECK_NEAR(vt_world_body_pose(r.world, box).position.z, -fallen, 1e-9);
  CHECK(vt_world_sensor(r.world, 0).tension == 0);
  rig_steps(&r, 100);
  CHECK_NEAR(vt_world_body_pose(r.world, box).position.z, -fallen - mass * G / k, 1e-6);
  CHECK_CLOSE(vt_world_sensor(r.world, 1).tension, mass * G, 1e-3);
  rig_free(&r);
}

// ---------------------------------------------------------------- links and bonds

// A bar on a hinge for 0.2 s, then free; it falls on the ground that the link had kept from touching it.
static void test_link(void) {
  for (int k = 0; k < 2; ++k) {
    rig r = rig_touching(DT, vt_v3(0, 0, -G));
    int box = rig_box(&r, vt_v3(0.04, 0.04, 0.04), 0.1, (vt_pose){{0, 0, 0.05}, {1, 0, 0, 0}});
    int ground = rig_driven(&r, vt_v3(0.5, 0.5, 0.02), vt_v3(0, 0, -0.01), -1);
    vt_link_def def = link_def(VT_LINK_FIXED, box, ground, vt_pose_identity());
    def.until = 0.2;
    rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &def));
    rig_start(&r);
    if (k == 1) {
      check_snapshot(&r, 15, 30);
    } else {
      rig_steps(&r, 20);
      CHECK_NEAR(vt_world_body_pose(r.world, box).position.z, 0.05, 1e-12);
      CHECK_CLOSE(fabs(vt_world_sensor(r.world, 0).force.z), 0.1 * G, 1e-9);
      rig_steps(&r, 80);
      CHECK_NEAR(vt_world_body_pose(r.world, box).position.z, 0.0201, 2e-5); // on the ground
      CHECK(vt_norm(vt_world_sensor(r.world, 0).force) == 0);
    }
    rig_free(&r);
  }
}

// A tumbling box is caught by a hinge on the world where it is at 0.1 s, and may turn by 10 degrees.
static void test_link_begins(void) {
  rig r = rig_new(0.002, vt_v3(0, 0, -G));
  int box = rig_box(&r, vt_v3(0.1, 0.02, 0.02), 0.1, vt_pose_identity());
  vt_link_def def = link_def(VT_LINK_HINGE, box, -1, vt_link_pose(vt_v3(0.05, 0, 0), vt_v3(0, 1, 0)));
  def.from = 0.1;
  def.limited = true;
  def.lower = -VT_PI / 18;
  def.upper = VT_PI / 18;
  int joint = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &def));
  rig_start(&r);
  rig_steps(&r, 50);
  vt_vec3 at = point_of(&r, box, vt_v3(0.05, 0, 0));
  CHECK_NEAR(at.z, -fall(0.1, 0.002), 1e-9);
  rig_steps(&r, 500);
  CHECK(vt_norm(vt_sub(point_of(&r, box, vt_v3(0.05, 0, 0)), at)) < 1e-6);
  CHECK_NEAR(fabs(vt_world_sensor(r.world, joint).length), VT_PI / 18, 1e-4);
  rig_free(&r);

  vt_error error = {0};
  r = rig_new(DT, vt_v3(0, 0, -G));
  box = rig_box(&r, vt_v3(0.1, 0.02, 0.02), 0.1, vt_pose_identity());
  def = link_def(VT_LINK_FIXED, box, -1, vt_pose_identity());
  def.from = 0.1;
  def.pose_b_given = true;
  CHECK(vt_model_add_link(r.model, &def, &error) < 0);
  CHECK_CONTAINS(error.message, "begins at 0.1 s with its place on its second body given");
  rig_free(&r);
}

static void test_bond(void) {
  for (int k = 0; k < 2; ++k) {
    rig r = rig_new(DT, vt_v3(0, 0, -G));
    int body = soft_cube(&r),
        box = rig_box(&r, vt_v3(0.02, 0.02, 0.02), 0.1, (vt_pose){{0, 0, 0.031}, {1, 0, 0, 0}});
    vt_link_def hold = link_def(VT_LINK_FIXED, box, -1, vt_pose_identity());
    rig_link(&r, &hold);
    vt_error error = {0};
    vt_bond_def def = vt_bond_def_default();
    def.body_a = body;
    def.region = top();
    def.body_b = box;
    def.from = 0.05;
    def.until = 0.2;
    rig_sense(&r, VT_SENSOR_BOND, joint_added(vt_model_add_bond(r.model, &def, &error), &error));
    if (k == 0) {
      int other = soft_cube(&r);
      def.body_b = other;
      CHECK(vt_model_add_bond(r.model, &def, &error) < 0);
      CHECK_CONTAINS(error.message, "which is deformable, expected at 0");
    }
    rig_start(&r);
    if (k == 1) {
      check_snapshot(&r, 3, 20);
      rig_free(&r);
      continue;
    }
    rig_steps(&r, 5);
    CHECK(vt_norm(vt_world_sensor(r.world, 0).force) == 0);
    double z = vt_world_positions(r.world, 0)[26].z;
    CHECK_NEAR(z, 0.02 - fall(0.05, DT), 1e-9);
    rig_steps(&r, 15);
    CHECK_NEAR(vt_world_positions(r.world, 0)[26].z, z, 1e-6);
    CHECK(vt_world_sensor(r.world, 0).force.z > 0.05);
    rig_steps(&r, 10);
    CHECK(vt_world_positions(r.world, 0)[26].z < z - 0.02);
    rig_free(&r);
  }
}

int main(void) {
  test_thread();
  test_spring();
  test_link();
  test_link_begins();
  test_bond();
  return check_report();
}
