// Chains of links: tensions at rest, one sweep of the solver, a heavy load on light links, a closed loop.
#include "check.h"
#include "joint_rig.h"

enum { LINKS = 10 };
static const double bar = 0.05, weight_of_bar = 0.02, g = 9.81; // m, kg

// A chain from the origin along a direction in the x-z plane, with `load` kg in its last bar.
static rig make_chain(double h, double angle, double load, vt_link_kind kind, int *bodies, int *sensors) {
  rig r = rig_new(h, vt_v3(0, 0, -g));
  vt_vec3 along = vt_v3(cos(angle), 0, -sin(angle));
  for (int k = 0; k < LINKS; ++k) {
    bodies[k] = rig_box(&r, vt_v3(bar, 0.01, 0.01), k == LINKS - 1 ? load : weight_of_bar,
        turned(vt_scale(bar * (k + 0.5), along), vt_v3(0, angle, 0)));
    vt_pose pose = vt_link_pose(vt_v3(k == 0 ? 0 : 0.5 * bar, 0, 0), vt_v3(0, 1, 0));
    vt_link_def def = link_def(kind, k == 0 ? -1 : bodies[k - 1], bodies[k], pose);
    sensors[k] = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &def));
  }
  rig_start(&r);
  return r;
}

// Hanging straight down, every link carries what is below it.
static void check_tensions(vt_link_kind kind) {
  int bodies[LINKS], sensors[LINKS];
  rig r = make_chain(0.01, 0.5 * VT_PI, weight_of_bar, kind, bodies, sensors);
  rig_steps(&r, 100);
  double worst = 0;
  for (int k = 0; k < LINKS; ++k) {
    double expected = (LINKS - k) * weight_of_bar * g;
    worst = fmax(
        worst, vt_norm(vt_sub(vt_world_sensor(r.world, sensors[k]).force, vt_v3(0, 0, expected))) / expected);
  }
  printf("| chain of 10 hanging: tension / weight below - 1, largest | 0 | %.1e |\n", worst);
  printf("| chain of 10 hanging: sweeps of the solver | 2 | %d |\n", vt_world_status(r.world)->iterations);
  CHECK(worst < 1e-6);
  CHECK(vt_world_status(r.world)->iterations <= 3);
  rig_free(&r);
}

// Let go level, it whips about. No energy comes out of nothing, however heavy the load and long the step; and
// as it falls it keeps what implicit Euler leaves, which takes m g^2 h / 2 a second of what falls freely.
static void check_whip(double h, double load, vt_link_kind kind) {
  int bodies[LINKS], sensors[LINKS];
  rig r = make_chain(h, 0, load, kind, bodies, sensors);
  double highest = 0, apart = 0, kept = 0, scale = g * bar * LINKS * (load + 0.5 * LINKS * weight_of_bar);
  for (int n = 0; n < (int)(8 / h); ++n) {
    rig_steps(&r, 1);
    vt_energy energy = vt_world_energy(r.world, -1);
    highest = fmax(highest, energy.kinetic + energy.gravity);
    if (vt_world_time(r.world) < 0.2) kept = energy.kinetic + energy.gravity;
    for (int k = 1; k < LINKS; ++k)
      apart = fmax(apart, vt_norm(vt_sub(point_of(&r, bodies[k - 1], vt_v3(0.5 * bar, 0, 0)),
                              point_of(&r, bodies[k], vt_v3(-0.5 * bar, 0, 0)))));
  }
  printf("| chain let go level, load %g bars, %g ms: energy gained / height of fall | 0 | %.1e |\n",
      load / weight_of_bar, 1e3 * h, highest / scale);
  printf("| chain let go level, load %g bars, %g ms: largest gap of a link, m | 0 | %.1e |\n",
      load / weight_of_bar, 1e3 * h, apart);
  printf("| chain let go level, load %g bars, %g ms: energy lost in 0.2 s / height of fall | 0 | %.1e |\n",
      load / weight_of_bar, 1e3 * h, -kept / scale);
  CHECK(highest < 0.01 * scale);
  CHECK(-kept < 1.5 * 0.5 * g * h * 0.2 / (bar * LINKS) * scale);
  CHECK(apart < 0.6 * bar && (h > 0.005 || apart < 0.02 * bar));
  CHECK(vt_world_status(r.world)->unconverged == 0);
  rig_free(&r);
}

// Four bars in a plane, hinged to a loop, tilted in space: five of its conditions follow from others, and it
// swings as a parallelogram does, like a pendulum of its coupler and half of its two arms.
static void check_four_bar(double h) {
  const double arm = 0.2, width = 0.3, mass = 0.5;
  vt_quat tilt = vt_quat_exp(vt_v3(0.4, -0.2, 0.7));
  vt_vec3 down = vt_quat_rotate(tilt, vt_v3(0, 0, -1)), gravity = vt_scale(g, down);
  rig r = rig_new(h, gravity);
  const double start = 0.1;
  vt_vec3 hang = vt_v3(-arm * sin(start), 0, -arm * cos(start));
  vt_quat turn = vt_quat_mul(tilt, vt_quat_exp(vt_v3(0, start, 0)));
  int left =
      rig_box(&r, vt_v3(0.02, 0.02, arm), mass, (vt_pose){vt_quat_rotate(tilt, vt_scale(0.5, hang)), turn});
  int right = rig_box(&r, vt_v3(0.02, 0.02, arm), mass,
      (vt_pose){vt_quat_rotate(tilt, vt_madd(vt_v3(width, 0, 0), 0.5, hang)), turn});
  int coupler = rig_box(&r, vt_v3(width, 0.02, 0.02), mass,
      (vt_pose){vt_quat_rotate(tilt, vt_add(vt_v3(0.5 * width, 0, 0), hang)), tilt});
  const struct {
    int a, b;
    vt_vec3 at; // in the plane before the tilt
  } hinges[4] = {{-1, left, {0, 0, 0}}, {-1, right, {width, 0, 0}}, {left, coupler, {0, 0, 0}},
      {right, coupler, {0, 0, 0}}};
  for (int k = 0; k < 4; ++k) {
    vt_pose pose = hinges[k].a < 0 ? vt_link_pose(vt_quat_rotate(tilt, hinges[k].at),
                                         vt_quat_rotate(tilt, vt_v3(0, 1, 0)))
                                   : vt_link_pose(vt_v3(0, 0, -0.5 * arm), vt_v3(0, 1, 0));
    vt_link_def def = link_def(VT_LINK_HINGE, hinges[k].a, hinges[k].b, pose);
    rig_link(&r, &def);
  }
  rig_start(&r);
  double moment = 2 * (mass * (arm * arm + 0.02 * 0.02) / 12 + mass * arm * arm / 4) + mass * arm * arm;
  double stiff = g * (2 * mass * arm / 2 + mass * arm);
  double period = 2 * VT_PI * sqrt(moment / stiff) * (1 + start * start / 16);
  double last = start, first_time = 0, last_time = 0, gap = 0;
  int crossings = 0;
  for (int n = 1; n <= (int)(6 / h); ++n) {
    rig_steps(&r, 1);
    vt_vec3 at = vt_quat_rotate(vt_quat_conjugate(tilt), vt_world_body_pose(r.world, coupler).position);
    double angle = atan2(0.5 * width - at.x, -at.z);
    if (last < 0 && angle >= 0) {
      last_time = h * (n - 1 + last / (last - angle));
      if (crossings++ == 0) first_time = last_time;
    }
    last = angle;
    CHECK_NEAR(at.y, 0, 1e-9);
    for (int side = 0; side < 2; ++side)
      gap = fmax(gap, vt_norm(vt_sub(point_of(&r, side == 0 ? left : right, vt_v3(0, 0, -0.5 * arm)),
                          point_of(&r, coupler, vt_v3(width * (side - 0.5), 0, 0)))));
  }
  double measured = (last_time - first_time) / (crossings - 1);
  printf("| four-bar loop, %g ms: period / exact - 1 | 0 | %.1e |\n", 1e3 * h, measured / period - 1);
  printf("| four-bar loop, %g ms: largest gap of a hinge, m | 0 | %.1e |\n", 1e3 * h, gap);
  CHECK(crossings > 3);
  CHECK_CLOSE(measured, period, h < 0.005 ? 2e-4 : 2e-3);
  CHECK(gap < (h < 0.005 ? 1e-6 : 1e-4));
  CHECK(vt_world_status(r.world)->unconverged == 0);
  rig_free(&r);
}

// Eight bars linked in a row fall flat on the ground and lie there: links and contacts are solved together.
static void check_on_ground(double h) {
  const double mass = 0.05;
  vt_error error = {0};
  rig r = rig_new(h, vt_v3(0, 0, -g));
  vt_contact_settings contact = vt_contact_settings_default();
  CHECK(vt_model_set_contact(r.model, &contact, &error));
  int ground = rig_driven(&r, vt_v3(2, 2, 0.1), vt_v3(0, 0, -0.05), -1), last = -1;
  for (int k = 0; k < 8; ++k) {
    int body = rig_rigid(&r, vt_v3(0.9 * bar, 0.02, 0.02), mass, vt_v3(bar * k, 0, 0.1));
    vt_link_def def =
        link_def(VT_LINK_BALL, last, body, vt_link_pose(vt_v3(0.5 * bar, 0, 0), vt_v3(0, 1, 0)));
    if (last >= 0) rig_link(&r, &def);
    last = body;
  }
  rig_start(&r);
  int steps = (int)(0.8 / h);
  double sweeps = 0;
  for (int n = 0; n < steps; ++n) {
    rig_steps(&r, 1);
    sweeps += vt_world_status(r.world)->iterations;
  }
  double force = -vt_world_contact_force(r.world, ground, -1).z;
  printf("| eight linked bars on the ground, %g ms: force / weight - 1 | 0 | %.1e |\n", 1e3 * h,
      force / (8 * mass * g) - 1);
  printf("| eight linked bars on the ground, %g ms: sweeps a step, steps not converged | few, 0 | %.1f, %lld "
         "|\n",
      1e3 * h, sweeps / steps, vt_world_status(r.world)->unconverged);
  CHECK_CLOSE(force, 8 * mass * g, 1e-6);
  CHECK(sweeps < 50.0 * steps); // four contacts under each bar and friction along the row: many forces do
  CHECK(vt_world_status(r.world)->unconverged == 0);
  rig_free(&r);
}

// A box that a slide lets move along z only falls on the ground: contacts have nothing to rub along there.
static void check_guided(double h) {
  vt_error error = {0};
  rig r = rig_new(h, vt_v3(0, 0, -g));
  vt_contact_settings contact = vt_contact_settings_default();
  CHECK(vt_model_set_contact(r.model, &contact, &error));
  int ground = rig_driven(&r, vt_v3(2, 2, 0.1), vt_v3(0, 0, -0.05), -1);
  int body = rig_rigid(&r, vt_v3(0.1, 0.1, 0.1), 1, vt_v3(0, 0, 0.06));
  vt_link_def def = link_def(VT_LINK_SLIDE, -1, body, vt_link_pose(vt_v3(0, 0, 0.06), vt_v3(0, 0, 1)));
  rig_link(&r, &def);
  rig_start(&r);
  rig_steps(&r, (int)(0.5 / h));
  double force = -vt_world_contact_force(r.world, ground, -1).z;
  double height = vt_world_body_pose(r.world, body).position.z;
  printf("| guided box on the ground, %g ms: force / weight - 1 | 0 | %.1e |\n", 1e3 * h, force / g - 1);
  CHECK_CLOSE(force, g, 1e-6);
  CHECK_NEAR(height, 0.0501, 1e-6);
  CHECK(vt_world_status(r.world)->unconverged == 0);
  rig_free(&r);
}

int main(void) {
  printf("| what | expected | measured |\n|---|---|---|\n");
  check_tensions(VT_LINK_BALL);
  check_tensions(VT_LINK_HINGE);
  check_whip(0.01, weight_of_bar, VT_LINK_BALL);
  check_whip(0.01, 10 * weight_of_bar, VT_LINK_HINGE);
  check_whip(0.01, 1000 * weight_of_bar, VT_LINK_BALL);
  check_whip(0.002, 1000 * weight_of_bar, VT_LINK_BALL);
  check_guided(0.01);
  check_guided(0.001);
  check_on_ground(0.01);
  check_on_ground(0.001);
  check_four_bar(0.01);
  check_four_bar(0.001);
  return check_report();
}
