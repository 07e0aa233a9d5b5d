// Springs and cables: frequency, length kept, tension, momentum of joined bodies, and that a cable only
// pulls.
#include "check.h"
#include "integrator.h"
#include "rig.h"

static bool is_newmark(void) { return tested_integrator() == VT_INTEGRATOR_NEWMARK; }

static vt_point on_body(int body, vt_vec3 at) {
  return (vt_point){.body = body, .frame = -1, .position = at};
}
static vt_point in_world(vt_vec3 at) { return (vt_point){.body = -1, .frame = -1, .position = at}; }

static vt_cable_def cable(vt_cable_kind kind, const vt_point *points, int count) {
  vt_cable_def def = vt_cable_def_default();
  def.kind = kind;
  def.points = points;
  def.point_count = count;
  return def;
}

// A mass on a spring under its weight swings about m g / k with w = sqrt(k / m). Implicit Euler gives,
// exactly, damping 1 / sqrt(1 + (h w)^2) a step and an angle of atan(h w) a step: both are checked. Newmark's
// scheme loses z^6 of it in a step, z = h w, and has a period that is longer by 11/24 z^2.
static void check_spring(void) {
  const double h = 0.001, mass = 0.2, k = 80, g = 9.81, rest = 0.1;
  rig r = rig_new(h, vt_v3(0, 0, -g));
  int body = rig_rigid(&r, vt_v3(0.02, 0.02, 0.02), mass, vt_v3(0, 0, -rest));
  vt_point points[] = {in_world(vt_v3(0, 0, 0)), on_body(body, vt_v3(0, 0, 0))};
  vt_cable_def def = cable(VT_CABLE_SPRING, points, 2);
  def.stiffness = k;
  int number = rig_cable(&r, &def), sensor = rig_sense(&r, VT_SENSOR_CABLE, number);
  rig_start(&r);
  double w = sqrt(k / mass), sag = mass * g / k, damping = 1 / sqrt(1 + h * h * w * w), worst = 0,
         length = rest;
  // From rest at the spring's own length: offset -sag about the balance, v_0 = 0. The scheme's solution is
  // d_n = d^n (A cos(n a) + B sin(n a)) with d_0 = sag above the balance and d_1 = d_0 d^2.
  double angle = atan(h * w), b = sag * (damping * damping - damping * cos(angle)) / (damping * sin(angle));
  double slower = h * w * (1 - 11.0 / 24 * h * h * w * w), drift = 0; // rad
  for (int n = 1; n <= 2000; ++n) {
    rig_steps(&r, 1);
    double above = vt_world_body_pose(r.world, body).position.z + rest + sag;
    double expected = pow(damping, n) * (sag * cos(n * angle) + b * sin(n * angle));
    worst = fmax(worst, fabs(above - expected));
    drift = fmax(drift, fabs(above - sag * cos(n * slower)));
    vt_reading reading = vt_world_sensor(r.world, sensor);
    if (n == 2000 && !is_newmark()) CHECK_CLOSE(reading.tension, k * (reading.length - rest), 1e-9);
    // Newmark's is the tension as the step began, but for z^2 of how far the mass is from its balance.
    if (n == 2000 && is_newmark()) CHECK_NEAR(reading.tension, k * (length - rest), 1e-3 * k * sag);
    length = reading.length;
  }
  printf("mass on a spring: largest distance from the scheme's solution %.1e of the amplitude\n",
      (is_newmark() ? drift : worst) / sag);
  if (is_newmark())
    CHECK_NEAR(drift, 0, 1e-5 * sag); // higher powers of z = 0.02: z^4 over 40 rad, and where it begins
  else
    CHECK_NEAR(worst, 0, 1e-9 * sag); // rounding over 2000 steps
  rig_free(&r);
}

// A ball on an inextensible string, let go level: the string never gets longer by more than what the straight
// step misses of the arc, L (h w)^2 / 2, and this does not add up. At the lowest point the tension is 3 m g.
static void check_pendulum(double h) {
  const double mass = 0.1, g = 9.81, length = 0.5;
  rig r = rig_new(h, vt_v3(0, 0, -g));
  int body = rig_rigid(&r, vt_v3(0.02, 0.02, 0.02), mass, vt_v3(length, 0, 0));
  vt_point points[] = {in_world(vt_v3(0, 0, 0)), on_body(body, vt_v3(0, 0, 0))};
  vt_cable_def def = cable(VT_CABLE_LENGTH, points, 2);
  def.relative = true;
  int sensor = rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &def));
  rig_start(&r);
  double longest = 0, shortest = INFINITY, tension = 0, speed = sqrt(2 * g * length) / length;
  for (int n = 0; n < (int)(5 / h); ++n) {
    rig_steps(&r, 1);
    vt_reading reading = vt_world_sensor(r.world, sensor);
    longest = fmax(longest, reading.length);
    shortest = fmin(shortest, reading.length);
    tension = fmax(tension, reading.tension);
  }
  double miss = 0.5 * (h * speed) * (h * speed); // of the length, at the highest speed
  printf("| pendulum on a string, %g ms: longest / length - 1 | below %.2e | %.2e |\n", 1e3 * h, miss,
      longest / length - 1);
  printf(
      "| pendulum on a string, %g ms: highest tension / weight | 3 | %.3f |\n", 1e3 * h, tension / mass / g);
  CHECK(longest / length - 1 < 1.1 * miss);
  CHECK_NEAR(tension, 3 * mass * g, (h < 0.005 ? 0.05 : 0.3) * mass * g); // implicit Euler takes energy: h w
  rig_free(&r);
}

// A slack cable does nothing: the body falls freely until it is taut, then hangs with the weight as tension.
static void check_pull_only(void) {
  const double h = 0.01, mass = 0.1, g = 9.81;
  rig r = rig_new(h, vt_v3(0, 0, -g));
  int body = rig_rigid(&r, vt_v3(0.02, 0.02, 0.02), mass, vt_v3(0, 0, -0.1));
  vt_point points[] = {in_world(vt_v3(0, 0, 0)), on_body(body, vt_v3(0, 0, 0))};
  static const double times[] = {0}, values[] = {0.3};
  vt_cable_def def = cable(VT_CABLE_LENGTH, points, 2);
  def.curve = (vt_curve){.count = 1, .times = times, .values = values};
  int sensor = rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &def));
  rig_start(&r);
  for (int n = 1; n <= 300; ++n) {
    rig_steps(&r, 1);
    vt_reading reading = vt_world_sensor(r.world, sensor);
    CHECK(reading.tension >= 0);
    CHECK(reading.length < 0.3 + 1e-9);
    if (n == 15) CHECK_NEAR(reading.tension, 0, 0);
    if (n == 15) CHECK_CLOSE(reading.length, 0.1 + g * h * h * 15 * (is_newmark() ? 15 : 16) / 2, 1e-12);
  }
  CHECK_CLOSE(vt_world_sensor(r.world, sensor).tension, mass * g, 1e-9);
  rig_free(&r);
}

// A cable by force accelerates a free body by its tension; a negative one does nothing.
static void check_force(double tension) {
  static const double times[] = {0};
  const double h = 0.01, mass = 0.5;
  rig r = rig_new(h, vt_v3(0, 0, 0));
  int body = rig_rigid(&r, vt_v3(0.02, 0.02, 0.02), mass, vt_v3(1, 0, 0));
  vt_point points[] = {in_world(vt_v3(0, 0, 0)), on_body(body, vt_v3(0, 0, 0))};
  vt_cable_def def = cable(VT_CABLE_FORCE, points, 2);
  def.curve = (vt_curve){.count = 1, .times = times, .values = &tension};
  int sensor = rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &def));
  rig_start(&r);
  rig_steps(&r, 50);
  double time = h * (is_newmark() ? 49.5 : 50); // that its momentum belongs to
  CHECK_NEAR(vt_world_momentum(r.world, body).x, -time * fmax(tension, 0), 1e-12);
  CHECK_NEAR(vt_world_sensor(r.world, sensor).tension, fmax(tension, 0), 1e-12);
  rig_free(&r);
}

// A soft and a rigid body joined by a stretched spring, floating: together they keep their momentum.
static void check_joined(vt_element element) {
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  int soft =
      rig_soft(&r, shape_box(vt_v3(0.1, 0.05, 0.05), 4, 2, 2, element), element, elastic(1e5, 0.45, 1000));
  int hard = rig_rigid(&r, vt_v3(0.05, 0.05, 0.05), 0.3, vt_v3(0.3, 0.02, 0.1));
  vt_point points[] = {on_body(soft, vt_v3(0.1, 0.05, 0.05)), on_body(hard, vt_v3(-0.025, 0, 0.01))};
  vt_cable_def def = cable(VT_CABLE_SPRING, points, 2);
  def.stiffness = 50;
  def.rest = 0.05;
  rig_cable(&r, &def);
  rig_start(&r);
  double scale = 0, worst = 0;
  for (int n = 0; n < 500; ++n) {
    rig_steps(&r, 1);
    vt_vec3 a = vt_world_momentum(r.world, soft), b = vt_world_momentum(r.world, hard);
    scale = fmax(scale, vt_norm(a));
    worst = fmax(worst, vt_norm(vt_add(a, b)));
  }
  printf("| spring between %s and a rigid body: net momentum over each one's | 0 | %.1e |\n",
      element_name(element), worst / scale);
  CHECK(scale > 0.01);
  CHECK(worst < 1e-9 * scale);
  rig_free(&r);
}

// A tendon along the top of a soft beam, pulled shorter, bends it upwards; its tension is what the frame at
// its end has to hold. Beam and wall: at the wall the reactions of cable and beam cancel.
static void check_tendon(void) {
  const double length = 0.2, thick = 0.02;
  static const double times[] = {0, 1}, values[] = {1, 0.95};
  vt_material material = elastic(1e5, 0.45, 1000);
  material.mass_damping = 10;
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  int body = rig_soft(&r, shape_box(vt_v3(length, thick, thick), 16, 2, 2, VT_ELEMENT_TET4_SMOOTHED),
      VT_ELEMENT_TET4_SMOOTHED, material);
  int wall = rig_hold(&r, body, slice_x(0, length));
  vt_point points[6] = {{.body = -1, .frame = wall, .position = {0, thick / 2, thick}}};
  for (int k = 1; k < 6; ++k) points[k] = on_body(body, vt_v3(length * k / 5, thick / 2, thick));
  vt_cable_def def = cable(VT_CABLE_LENGTH, points, 6);
  def.relative = true;
  def.curve = (vt_curve){.count = 2, .times = times, .values = values};
  int cable_sensor = rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &def));
  int frame_sensor = rig_sense(&r, VT_SENSOR_FRAME, wall), beam = rig_sense(&r, VT_SENSOR_ATTACHMENT, 0);
  int tip = rig_sense_point(&r, body, vt_v3(length, thick / 2, thick / 2));
  rig_start(&r);
  double start = vt_world_sensor(r.world, cable_sensor).length;
  rig_steps(&r, 400);
  vt_reading reading = vt_world_sensor(r.world, cable_sensor);
  double lift = vt_world_sensor(r.world, tip).position.z - thick / 2;
  printf("| tendon 5%% shorter: tension, tip's lift over the length | above 0 | %.4f N, %.3f |\n",
      reading.tension, lift / length);
  CHECK_CLOSE(reading.length, 0.95 * start, 1e-6);
  CHECK(reading.tension > 0);
  CHECK(lift > 0.1 * length);
  // Nothing else touches the beam: the wall, cable included, holds nothing, the beam's end the tension.
  CHECK_NEAR(vt_norm(vt_world_sensor(r.world, frame_sensor).force), 0, 1e-3 * reading.tension);
  CHECK_CLOSE(vt_norm(vt_world_sensor(r.world, beam).force), reading.tension, 1e-3);
  rig_free(&r);
}

int main(void) {
  printf("| what | expected | measured |\n|---|---|---|\n");
  check_spring();
  check_pendulum(0.01);
  check_pendulum(0.001);
  check_pull_only();
  check_force(2);
  check_force(-2);
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e) check_joined((vt_element)e);
  check_tendon();
  return check_report();
}
