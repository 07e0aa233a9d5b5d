// Links of every kind: a slide on an incline, a welded arm's force and torque, limits, compliance, a driven
// crank, and momentum of joined free bodies.
#include "../integrator.h"
#include "check.h"
#include "joint_rig.h"

static const double g = 9.81;

// A slide down an incline of angle a gains g sin(a) each second; the rail carries g cos(a).
static void check_slide(double h) {
  const double a = 0.5, mass = 0.4;
  rig r = rig_new(h, vt_v3(0, 0, -g));
  vt_vec3 along = vt_v3(cos(a), 0, -sin(a));
  int body = rig_box(&r, vt_v3(0.1, 0.04, 0.02), mass, turned(vt_v3(0.2, 0.1, 0), vt_v3(0, a, 0)));
  vt_link_def def = link_def(VT_LINK_SLIDE, -1, body, vt_link_pose(vt_v3(0.2, 0.1, 0), along));
  int sensor = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &def));
  rig_start(&r);
  int steps = (int)(1 / h + 0.5);
  rig_steps(&r, steps);
  vt_reading reading = vt_world_sensor(r.world, sensor);
  double speed = vt_dot(vt_world_body_velocity(r.world, body), along);
  printf("| slide on an incline, %g ms: acceleration / (g sin a) - 1 | 0 | %.1e |\n", 1e3 * h,
      speed / (g * sin(a)) - 1);
  // By Newmark's scheme velocities are those of the middle of the last step, and the place is exact.
  bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
  CHECK_CLOSE(speed, g * sin(a) * (newmark ? 1 - h / 2 : 1), 1e-9);
  CHECK_CLOSE(reading.length, g * sin(a) * h * h * steps * (newmark ? steps : steps + 1) / 2, 1e-9);
  CHECK_NEAR(vt_dot(reading.force, along), 0, 1e-9);
  CHECK_CLOSE(vt_norm(reading.force), mass * g * cos(a), 1e-9);
  CHECK_NEAR(vt_norm(vt_world_body_angular_velocity(r.world, body)), 0, 1e-9);
  rig_free(&r);
}

// A level arm welded to a fixed block: weight and moment at the weld, which the block's sensor reads too.
static void check_fixed(void) {
  const double length = 0.3, mass = 0.6, push = 2;
  rig r = rig_new(0.01, vt_v3(0, 0, -g));
  int block = rig_driven(&r, vt_v3(0.1, 0.1, 0.1), vt_v3(-0.05, 0, 0), -1);
  int arm = rig_rigid(&r, vt_v3(length, 0.02, 0.02), mass, vt_v3(0.5 * length, 0, 0));
  rig_push(&r, arm, vt_region_all(), vt_v3(0, push, 0), (vt_curve){0});
  vt_link_def def = link_def(VT_LINK_FIXED, block, arm, vt_link_pose(vt_v3(0.05, 0, 0), vt_v3(0, 0, 1)));
  int link = rig_link(&r, &def);
  int sensor = rig_sense(&r, VT_SENSOR_JOINT, link), body = rig_sense(&r, VT_SENSOR_BODY, block);
  rig_start(&r);
  rig_steps(&r, 200);
  vt_reading reading = vt_world_sensor(r.world, sensor), held = vt_world_sensor(r.world, body);
  printf("| welded arm: force and torque at the weld, off by | 0 | %.1e N, %.1e N m |\n",
      vt_norm(vt_sub(reading.force, vt_v3(0, -push, mass * g))),
      vt_norm(vt_sub(reading.torque, vt_v3(0, -mass * g * length / 2, -push * length / 2))));
  CHECK_NEAR(vt_norm(vt_sub(reading.force, vt_v3(0, -push, mass * g))), 0, 1e-6);
  CHECK_NEAR(vt_norm(vt_sub(reading.torque, vt_v3(0, -mass * g * length / 2, -push * length / 2))), 0, 1e-6);
  // About the block's origin, 0.05 m behind the weld.
  double lever = length / 2 + 0.05;
  CHECK_NEAR(vt_norm(vt_sub(held.force, vt_v3(0, -push, mass * g))), 0, 1e-6);
  CHECK_NEAR(vt_norm(vt_sub(held.torque, vt_v3(0, -mass * g * lever, -push * lever))), 0, 1e-6);
  CHECK_NEAR(vt_norm(vt_sub(vt_world_body_pose(r.world, arm).position, vt_v3(0.5 * length, 0, 0))), 0, 1e-9);
  rig_free(&r);
}

// An arm that falls about a hinge stops at its limit and rests there with the torque of its weight; a slide
// falls onto its end.
static void check_limits(void) {
  const double length = 0.3, mass = 0.6, limit = 0.7;
  rig r = rig_new(0.01, vt_v3(0, 0, -g));
  int arm = rig_rigid(&r, vt_v3(length, 0.02, 0.02), mass, vt_v3(0.5 * length, 0, 0));
  int lift = rig_rigid(&r, vt_v3(0.1, 0.1, 0.1), mass, vt_v3(1, 0, 0));
  vt_link_def hinge = link_def(VT_LINK_HINGE, -1, arm, vt_link_pose(vt_v3(0, 0, 0), vt_v3(0, 1, 0)));
  hinge.limited = true;
  hinge.lower = -0.2;
  hinge.upper = limit;
  vt_link_def slide = link_def(VT_LINK_SLIDE, -1, lift, vt_link_pose(vt_v3(1, 0, 0), vt_v3(0, 0, 1)));
  slide.limited = true;
  slide.lower = -0.25;
  slide.upper = 0.1;
  int hinge_sensor = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &hinge));
  int slide_sensor = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &slide));
  rig_start(&r);
  double furthest = 0, lowest = 0;
  for (int n = 0; n < 300; ++n) {
    rig_steps(&r, 1);
    furthest = fmax(furthest, vt_world_sensor(r.world, hinge_sensor).length);
    lowest = fmin(lowest, vt_world_sensor(r.world, slide_sensor).length);
  }
  vt_reading at_hinge = vt_world_sensor(r.world, hinge_sensor),
             at_slide = vt_world_sensor(r.world, slide_sensor);
  printf("| hinge at its limit: angle, overshoot, torque / m g l cos - 1 | %g, 0, 0 | %.6f, %.1e, %.1e |\n",
      limit, at_hinge.length, furthest - limit,
      -at_hinge.torque.y / (mass * g * length / 2 * cos(limit)) - 1);
  CHECK_NEAR(at_hinge.length, limit, 1e-9);
  CHECK(furthest < limit + 1e-3);
  CHECK_CLOSE(-at_hinge.torque.y, mass * g * length / 2 * cos(limit), 1e-6);
  CHECK_NEAR(vt_norm(vt_sub(at_hinge.force, vt_v3(0, 0, mass * g))), 0, 1e-6);
  CHECK_NEAR(at_slide.length, -0.25, 1e-9);
  CHECK(lowest > -0.25 - 1e-9);
  CHECK_NEAR(vt_norm(vt_sub(at_slide.force, vt_v3(0, 0, mass * g))), 0, 1e-6);
  rig_free(&r);
}

// A hinge counts its turns: a wheel spun by a motor frame's torque goes round and its limit of five turns
// stops it.
static void check_turns(void) {
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  vt_error error = {0};
  vt_rigid_def wheel = vt_rigid_def_default();
  vt_mesh *mesh = vt_mesh_box(vt_v3(-0.1, -0.1, -0.02), vt_v3(0.1, 0.1, 0.02), 1, 1, 1, VT_CELL_NONE, &error);
  wheel.mesh = mesh;
  wheel.angular_velocity = vt_v3(0, 0, 20);
  int body = joint_added(vt_model_add_rigid(r.model, &wheel, &error), &error);
  vt_mesh_destroy(mesh);
  vt_link_def def = link_def(VT_LINK_HINGE, -1, body, vt_link_pose(vt_v3(0, 0, 0), vt_v3(0, 0, 1)));
  def.limited = true;
  def.upper = 10 * VT_PI;
  int sensor = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &def));
  rig_start(&r);
  rig_steps(&r, 100);
  CHECK_CLOSE(vt_world_sensor(r.world, sensor).length, 20.0, 1e-5);
  rig_steps(&r, 200);
  CHECK_CLOSE(vt_world_sensor(r.world, sensor).length, 10 * VT_PI, 1e-9);
  CHECK_NEAR(vt_norm(vt_world_body_angular_velocity(r.world, body)), 0, 1e-9);
  rig_free(&r);
}

// A link that gives, under a load at rest: force times compliance, and torque times its own.
static void check_compliance(void) {
  const double mass = 0.5, length = 0.2, give = 1e-3, turn = 0.05;
  rig r = rig_new(0.01, vt_v3(0, 0, -g));
  int arm = rig_rigid(&r, vt_v3(length, 0.02, 0.02), mass, vt_v3(0.5 * length, 0, 0));
  vt_link_def def = link_def(VT_LINK_FIXED, -1, arm, vt_pose_identity());
  def.compliance = give;
  def.turn_compliance = turn;
  int sensor = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &def));
  rig_start(&r);
  rig_steps(&r, 3000);
  vt_pose pose = vt_world_body_pose(r.world, arm);
  vt_vec3 root = point_of(&r, arm, vt_v3(-0.5 * length, 0, 0));
  double angle = vt_quat_log(pose.rotation).y;
  // The arm hangs at an angle with m g l/2 cos(angle) = angle / turn.
  printf("| link that gives: sag / (c m g) - 1, angle / (c m g l/2 cos angle) - 1 | 0, 0 | %.1e, %.1e |\n",
      -root.z / (give * mass * g) - 1, angle / (turn * mass * g * length / 2 * cos(angle)) - 1);
  CHECK_CLOSE(-root.z, give * mass * g, 1e-6);
  CHECK_CLOSE(angle, turn * mass * g * length / 2 * cos(angle), 1e-6);
  CHECK_CLOSE(vt_world_sensor(r.world, sensor).force.z, mass * g, 1e-6);
  rig_free(&r);
}

// A crank turned by a frame pushes a piston through a rod: its stroke against the closed form.
static void check_crank(void) {
  const double crank = 0.05, rod = 0.15, h = 1e-4;
  static const double times[] = {0, 2}, angles[] = {0, 4 * VT_PI};
  vt_error error = {0};
  rig r = rig_new(h, vt_v3(0, 0, 0));
  vt_frame_def frame = vt_frame_def_default();
  frame.joint = VT_JOINT_HINGE;
  frame.axis = vt_v3(0, 1, 0);
  frame.motion = (vt_curve){.interpolation = VT_SMOOTH, .count = 2, .times = times, .values = angles};
  int motor = joint_added(vt_model_add_frame(r.model, &frame, &error), &error);
  int wheel = rig_driven(&r, vt_v3(2 * crank, 0.01, 2 * crank), vt_v3(0, 0, 0), motor);
  int bar = rig_rigid(&r, vt_v3(rod, 0.01, 0.01), 0.1, vt_v3(crank + 0.5 * rod, 0, 0));
  int piston = rig_rigid(&r, vt_v3(0.04, 0.04, 0.04), 0.2, vt_v3(crank + rod, 0, 0));
  vt_link_def def = link_def(VT_LINK_HINGE, wheel, bar, vt_link_pose(vt_v3(crank, 0, 0), vt_v3(0, 1, 0)));
  rig_link(&r, &def);
  def = link_def(VT_LINK_HINGE, bar, piston, vt_link_pose(vt_v3(0.5 * rod, 0, 0), vt_v3(0, 1, 0)));
  rig_link(&r, &def);
  def = link_def(VT_LINK_SLIDE, -1, piston, vt_link_pose(vt_v3(crank + rod, 0, 0), vt_v3(1, 0, 0)));
  rig_link(&r, &def);
  int frame_sensor = rig_sense(&r, VT_SENSOR_FRAME, motor);
  rig_start(&r);
  double worst = 0, work = 0, last = 0, step = 0;
  for (int n = 1; n <= 15000; ++n) {
    rig_steps(&r, 1);
    vt_vec3 x_axis = vt_quat_rotate(vt_world_frame_pose(r.world, motor).rotation, vt_v3(1, 0, 0));
    double a = atan2(-x_axis.z, x_axis.x), height = crank * sin(a);
    double x = crank * cos(a) + sqrt(rod * rod - height * height);
    worst = fmax(worst, fabs(vt_world_body_pose(r.world, piston).position.x - x));
    // A force takes the velocity from its old to its new value: it works along the mean of the two.
    double next = remainder(a - last, 2 * VT_PI);
    work += vt_world_sensor(r.world, frame_sensor).torque.y * 0.5 * (step + next);
    step = next;
    last = a;
  }
  double kinetic = vt_world_energy(r.world, -1).kinetic;
  printf("| crank, rod and piston: largest error of the stroke, m | 0 | %.1e |\n", worst);
  CHECK(worst < 2e-8);
  printf("| crank, rod and piston: the motor's work / kinetic energy - 1 | 0 | %.1e |\n", work / kinetic - 1);
  CHECK_CLOSE(work, kinetic, 0.03); // the sensor's lever is that of the end of the step: first order
  rig_free(&r);
}

// Two boxes joined by each kind of link, thrown and spinning: momentum and angular momentum stay.
static void check_free(vt_link_kind kind) {
  rig r = rig_new(0.002, vt_v3(0, 0, 0));
  vt_error error = {0};
  vt_mesh *mesh =
      vt_mesh_box(vt_v3(-0.05, -0.02, -0.03), vt_v3(0.05, 0.02, 0.03), 1, 1, 1, VT_CELL_NONE, &error);
  int bodies[2];
  for (int k = 0; k < 2; ++k) {
    vt_rigid_def def = vt_rigid_def_default();
    def.mesh = mesh;
    def.mass = 0.3 + 0.2 * k;
    def.pose.position.x = 0.12 * k;
    def.velocity = vt_v3(0.3, 0.5 * k, 0.2);
    def.angular_velocity = vt_v3(1, 3, 2);
    bodies[k] = joint_added(vt_model_add_rigid(r.model, &def, &error), &error);
  }
  vt_mesh_destroy(mesh);
  vt_link_def def = link_def(kind, bodies[0], bodies[1], vt_link_pose(vt_v3(0.06, 0, 0), vt_v3(1, 2, 0)));
  rig_link(&r, &def);
  rig_start(&r);
  vt_vec3 momentum[2], turning[2];
  for (int when = 0; when < 2; ++when) {
    momentum[when] = turning[when] = vt_v3(0, 0, 0);
    for (int k = 0; k < 2; ++k) {
      momentum[when] = vt_add(momentum[when], vt_world_momentum(r.world, bodies[k]));
      turning[when] = vt_add(turning[when], vt_world_angular_momentum(r.world, bodies[k]));
    }
    rig_steps(&r, when == 0 ? 1000 : 0);
  }
  double linear = vt_norm(vt_sub(momentum[1], momentum[0])) / vt_norm(momentum[0]);
  double angular = vt_norm(vt_sub(turning[1], turning[0])) / vt_norm(turning[0]);
  printf(
      "| two free boxes on link kind %d: change of momentum, angular momentum in 2 s | 0, 0 | %.1e, %.1e |\n",
      (int)kind, linear, angular);
  CHECK(linear < 1e-12);
  CHECK(angular < 1e-12);
  rig_free(&r);
}

int main(void) {
  printf("| what | expected | measured |\n|---|---|---|\n");
  check_slide(0.01);
  check_slide(0.001);
  check_fixed();
  check_limits();
  check_turns();
  check_compliance();
  check_crank();
  for (int kind = VT_LINK_BALL; kind <= VT_LINK_FIXED; ++kind) check_free((vt_link_kind)kind);
  return check_report();
}
