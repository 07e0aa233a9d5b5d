// Motors of hinges and slides: the place and torque that PD statics gives, limits that are exact, step
// responses against the closed form with their order in time, tracking, stiff gains, energy, momentum.
#include "../integrator.h"
#include "check.h"
#include "motor_rig.h"

static const double g = 9.81;
static const double length = 0.3, mass = 0.6; // m, kg: of the arm

static bool newmark(void) { return tested_integrator() == VT_INTEGRATOR_NEWMARK; }

// A level arm on a hinge about y at the origin: gravity turns it by +m g L/2 cos(angle).
static int arm_on_hinge(rig *r, int *link) {
  int arm = rig_rigid(r, vt_v3(length, 0.02, 0.02), mass, vt_v3(0.5 * length, 0, 0));
  vt_link_def hinge = link_def(VT_LINK_HINGE, -1, arm, vt_link_pose(vt_v3(0, 0, 0), vt_v3(0, 1, 0)));
  *link = rig_link(r, &hinge);
  return arm;
}

// kg m^2 about the hinge, of the arm as a box.
static double inertia(void) { return mass * (length * length / 3 + 0.02 * 0.02 / 12); }

// The angle at which stiffness (target - angle) balances the weight.
static double sag(double stiffness, double target) {
  double low = target, high = target + 2;
  for (int k = 0; k < 100; ++k) {
    double middle = 0.5 * (low + high);
    bool above = stiffness * (target - middle) + mass * g * length / 2 * cos(middle) < 0;
    if (above)
      high = middle;
    else
      low = middle;
  }
  return 0.5 * (low + high);
}

// Gains from soft to far stiffer than the step: h^2 k / I is 0.03, 2.8 and 2.8e6 at 10 ms.
static void check_statics(double h) {
  static const double stiffnesses[] = {5, 500, 5e8}, target = -0.4;
  for (int k = 0; k < 3; ++k) {
    rig r = rig_new(h, vt_v3(0, 0, -g));
    int link, arm = arm_on_hinge(&r, &link);
    double stiffness = stiffnesses[k], damping = 1.4 * sqrt(stiffness * inertia());
    int motor = rig_motor(&r, link, stiffness, damping, 0, constant(&target));
    int sensor = rig_sense(&r, VT_SENSOR_MOTOR, motor), joint = rig_sense(&r, VT_SENSOR_JOINT, link);
    rig_start(&r);
    rig_steps(&r, (int)(4 / h + 0.5));
    vt_reading m = vt_world_sensor(r.world, sensor), j = vt_world_sensor(r.world, joint);
    double angle = sag(stiffness, target), torque = stiffness * (target - angle);
    printf("| arm at %g N m/rad, %g ms: angle, torque | %.6f rad, %.6f N m | %.6f, %.6f |\n", stiffness,
        1e3 * h, angle, mass * g * length / 2 * -cos(angle), m.length, m.torque.y);
    CHECK_NEAR(m.length, angle, 1e-6);
    CHECK_NEAR(m.torque.y, -mass * g * length / 2 * cos(angle), 1e-5);
    CHECK(stiffness > 1e6 || fabs(m.torque.y - torque) < 1e-5); // 5e8 times a rounding of the angle is more
    CHECK_NEAR(vt_norm(m.force), 0, 0);
    CHECK_NEAR(j.torque.y, m.torque.y, 1e-9); // the link's wrench has the motor's in it
    CHECK_NEAR(j.length, m.length, 1e-15);
    CHECK_NEAR(vt_norm(vt_world_body_angular_velocity(r.world, arm)), 0, 1e-6);
    rig_free(&r);
  }
}

// A torque that cannot hold the arm lets it fall: it reads the limit to the last bit in every step, and
// what it takes of the energy is limit * angle, to first order in the step (also by Newmark's scheme, whose
// velocities are those of half a step before).
static double limited_balance(double h) {
  const double limit = 0.5 * mass * g * length / 2, target = 0;
  rig r = rig_new(h, vt_v3(0, 0, -g));
  int link, arm = arm_on_hinge(&r, &link);
  int sensor = rig_sense(&r, VT_SENSOR_MOTOR, rig_motor(&r, link, 1e4, 10, limit, constant(&target)));
  rig_start(&r);
  double start = vt_world_energy(r.world, arm).gravity;
  vt_reading m = {.tension = 0};
  int free_steps = 0;
  for (int k = 0; k < (int)(0.2 / h + 0.5); ++k) {
    rig_steps(&r, 1);
    m = vt_world_sensor(r.world, sensor);
    CHECK(k == 0 || m.torque.y == -limit || fabs(m.torque.y + limit) <= 1e-15);
    free_steps += fabs(m.torque.y) < limit * (1 - 1e-9);
  }
  CHECK(free_steps <= 1); // as it begins, before it is behind its target
  vt_energy now = vt_world_energy(r.world, arm);
  double balance = (now.kinetic + now.gravity - start + limit * m.length) / (limit * m.length);
  printf("| limited arm after 0.2 s, %g ms: angle %.5f rad, energy not accounted for | 0 | %.2e |\n", 1e3 * h,
      m.length, balance);
  CHECK(m.length > 0.1);
  rig_free(&r);
  return balance;
}

// Where a slide of mass m on a spring k with damping d is after a target that was 1 from the start, from
// rest.
static double response(double t, double m, double k, double d) {
  double omega = sqrt(k / m), zeta = d / (2 * sqrt(k * m)), damped = omega * sqrt(1 - zeta * zeta);
  return 1 - exp(-zeta * omega * t) * (cos(damped * t) + zeta * omega / damped * sin(damped * t));
}

// The largest error of the response over 1 s.
static double response_error(double h) {
  const double m = 0.8, k = 120, d = 6, target = 1;
  rig r = rig_new(h, vt_v3(0, 0, 0));
  vt_pose pose = vt_link_pose(vt_v3(0, 0, 0), vt_v3(0.6, 0, 0.8));
  int body = rig_rigid(&r, vt_v3(0.1, 0.1, 0.1), m, vt_v3(0, 0, 0));
  vt_link_def slide = link_def(VT_LINK_SLIDE, -1, body, pose);
  int link = rig_link(&r, &slide), sensor;
  sensor = rig_sense(&r, VT_SENSOR_MOTOR, rig_motor(&r, link, k, d, 0, constant(&target)));
  rig_start(&r);
  double worst = 0;
  for (int step = 1; step <= (int)(1 / h + 0.5); ++step) {
    rig_steps(&r, 1);
    worst = fmax(worst, fabs(vt_world_sensor(r.world, sensor).length - response(step * h, m, k, d)));
  }
  rig_free(&r);
  return worst;
}

static void check_response(void) {
  double coarse = response_error(4e-3), middle = response_error(2e-3), fine = response_error(1e-3);
  double order = log2(middle / fine);
  printf("| step response at 4, 2, 1 ms, off by | 0 | %.1e, %.1e, %.1e: order %.2f |\n", coarse, middle, fine,
      order);
  CHECK(fine < middle && middle < coarse && fine < (newmark() ? 1e-3 : 1e-2));
  CHECK(order > (newmark() ? 1.7 : 0.9));
}

// With the limit far below what the gains ask for, a slide is accelerated by limit / m.
static void check_bang(double h) {
  const double m = 0.8, limit = 2, target = 100;
  rig r = rig_new(h, vt_v3(0, 0, 0));
  int body = rig_rigid(&r, vt_v3(0.1, 0.1, 0.1), m, vt_v3(0, 0, 0));
  vt_link_def slide = link_def(VT_LINK_SLIDE, -1, body, vt_link_pose(vt_v3(0, 0, 0), vt_v3(0, 1, 0)));
  int link = rig_link(&r, &slide);
  int sensor = rig_sense(&r, VT_SENSOR_MOTOR, rig_motor(&r, link, 1e6, 100, limit, constant(&target)));
  rig_start(&r);
  int steps = (int)(0.5 / h + 0.5);
  rig_steps(&r, steps);
  vt_reading reading = vt_world_sensor(r.world, sensor);
  CHECK_CLOSE(reading.force.y, limit, 1e-15);
  // As a constant force is by either scheme.
  double place = limit / m * h * h * steps * (newmark() ? steps : steps + 1) / 2;
  CHECK_CLOSE(reading.length, place, 1e-9);
  rig_free(&r);
}

// Turning at a constant rate it follows without lag, as the rate of the target is part of the law; without
// stiffness it is a motor of constant speed.
static void check_tracking(double stiffness) {
  static const double times[] = {0, 2}, angles[] = {0, 9}; // more than a whole turn
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  int link, arm = arm_on_hinge(&r, &link);
  vt_curve target = {VT_LINEAR, 2, times, angles};
  int sensor = rig_sense(&r, VT_SENSOR_MOTOR, rig_motor(&r, link, stiffness, 2, 0, target));
  rig_start(&r);
  rig_steps(&r, 190);
  vt_reading reading = vt_world_sensor(r.world, sensor);
  double rate = vt_world_body_angular_velocity(r.world, arm).y;
  printf("| tracking at 4.5 rad/s, %g N m/rad: angle %.6f of %.6f, rate %.6f |\n", stiffness, reading.length,
      4.5 * vt_world_time(r.world), rate);
  // What holds the arm on its circle turns by a step's angle in a step, which costs it h w of its rate.
  CHECK_CLOSE(rate, 4.5, 1e-3);
  if (stiffness > 0) CHECK_NEAR(reading.length, 4.5 * vt_world_time(r.world), 1e-3);
  rig_free(&r);
}

// Two arms, the second on the first, each with a motor: at rest each carries what hangs on it.
static void check_chain(double h) {
  static const double targets[2] = {0.3, -0.9};
  const double stiffness = 40;
  rig r = rig_new(h, vt_v3(0, 0, -g));
  int first, upper = arm_on_hinge(&r, &first);
  int lower = rig_rigid(&r, vt_v3(length, 0.02, 0.02), mass, vt_v3(1.5 * length, 0, 0));
  vt_link_def def =
      link_def(VT_LINK_HINGE, upper, lower, vt_link_pose(vt_v3(0.5 * length, 0, 0), vt_v3(0, 1, 0)));
  int links[2] = {first, rig_link(&r, &def)}, sensors[2];
  for (int k = 0; k < 2; ++k)
    sensors[k] =
        rig_sense(&r, VT_SENSOR_MOTOR, rig_motor(&r, links[k], stiffness, 2, 0, constant(&targets[k])));
  rig_start(&r);
  rig_steps(&r, (int)(6 / h + 0.5));
  vt_reading a = vt_world_sensor(r.world, sensors[0]), b = vt_world_sensor(r.world, sensors[1]);
  double one = cos(a.length), two = cos(a.length + b.length), weight = mass * g * length;
  double elbow = weight / 2 * two, shoulder = weight / 2 * one + weight * one + elbow;
  printf("| two arms, %g ms: torques | %.6f, %.6f N m | %.6f, %.6f |\n", 1e3 * h, -shoulder, -elbow,
      a.torque.y, b.torque.y);
  CHECK_NEAR(a.torque.y, -shoulder, 1e-5);
  CHECK_NEAR(b.torque.y, -elbow, 1e-5);
  CHECK_NEAR(a.torque.y, stiffness * (targets[0] - a.length), 1e-5);
  CHECK_NEAR(b.torque.y, stiffness * (targets[1] - b.length), 1e-5);
  rig_free(&r);
}

// Between two free bodies a motor changes neither momentum; and after `until` it does nothing.
static void check_free_bodies(void) {
  static const double target = 1;
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  int a = rig_rigid(&r, vt_v3(0.3, 0.1, 0.1), 0.5, vt_v3(0, 0, 0));
  int b = rig_rigid(&r, vt_v3(0.3, 0.05, 0.1), 0.3, vt_v3(0.3, 0, 0));
  vt_link_def def = link_def(VT_LINK_HINGE, a, b, vt_link_pose(vt_v3(0.15, 0, 0), vt_v3(0, 0, 1)));
  vt_error error = {0};
  vt_motor_def motor = vt_motor_def_default();
  motor.link = rig_link(&r, &def);
  motor.stiffness = 0.05;
  motor.target = constant(&target);
  motor.from = 0.1;
  motor.until = 0.5;
  int number = joint_added(vt_model_add_motor(r.model, &motor, &error), &error);
  int sensor = rig_sense(&r, VT_SENSOR_MOTOR, number);
  rig_start(&r);
  for (int k = 0; k < 100; ++k) {
    rig_steps(&r, 1);
    vt_reading m = vt_world_sensor(r.world, sensor);
    double middle = vt_world_time(r.world) - 0.005;
    CHECK((m.torque.z != 0) == (middle > 0.1 && middle < 0.5));
  }
  vt_vec3 momentum = vt_add(vt_world_momentum(r.world, a), vt_world_momentum(r.world, b));
  vt_vec3 turning = vt_add(vt_world_angular_momentum(r.world, a), vt_world_angular_momentum(r.world, b));
  printf("| motor between free bodies: momentum %.1e kg m/s, %.1e kg m^2/s, angle %.3f |\n",
      vt_norm(momentum), vt_norm(turning), vt_world_sensor(r.world, sensor).length);
  CHECK_NEAR(vt_norm(momentum), 0, 1e-12);
  // The two origins of a hinge are apart by h^2 w^2 r / 2 while it moves.
  CHECK_NEAR(vt_norm(turning), 0, 1e-6);
  CHECK(vt_world_sensor(r.world, sensor).length > 0.1);
  rig_free(&r);
}

int main(void) {
  for (double h = 0.01; h > 2e-3; h /= 2) check_statics(h);
  double coarse = limited_balance(4e-3), fine = limited_balance(2e-3);
  CHECK(fabs(fine) < 0.02 && fabs(fine) < 0.6 * fabs(coarse));
  check_response();
  check_bang(0.01);
  check_bang(0.005);
  check_tracking(50);
  check_tracking(0);
  check_chain(0.01);
  check_chain(0.005);
  check_free_bodies();
  return check_report();
}
