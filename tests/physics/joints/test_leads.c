// Frames and motors that are led from outside, step by step, move bodies as the same motion by keys does,
// also where steps are done in pieces; a snapshot in the middle goes on with the same bits.
#include "check.h"
#include "motor_rig.h"

enum { STEPS = 60 };

// Where both go: a key at the end of each step.
static double angle_at(int step) { return 0.4 * sin(0.1 * step); }
static vt_pose pose_at(int step) {
  double turn = 0.3 * sin(0.07 * step);
  return (vt_pose){vt_v3(0.05 * sin(0.1 * step), 0.001 * step, 0), vt_quat_exp(vt_v3(0, 0, turn))};
}

typedef struct arm {
  rig r;
  int frame, motor, body;
} arm;

// A body on a coupling of a frame, and an arm on a hinge with a motor; by keys or not.
static arm make_arm(double h, bool keyed) {
  arm a = {.r = rig_new(h, vt_v3(0, 0, -9.81))};
  vt_error error = {0};
  double times[STEPS + 1], angles[STEPS + 1];
  vt_pose poses[STEPS + 1];
  for (int k = 0; k <= STEPS; ++k) {
    times[k] = k * h;
    angles[k] = angle_at(k);
    poses[k] = pose_at(k);
  }
  vt_frame_def frame = vt_frame_def_default();
  if (keyed) frame.keys = (vt_pose_keys){VT_LINEAR, STEPS + 1, times, poses};
  a.frame = vt_model_add_frame(a.r.model, &frame, &error);
  a.body = rig_rigid(&a.r, vt_v3(0.02, 0.02, 0.02), 0.1, vt_v3(0, 0, 0.1));
  vt_coupling_def coupling = vt_coupling_def_default();
  coupling.body = a.body;
  coupling.frame = a.frame;
  CHECK(vt_model_add_coupling(a.r.model, &coupling, &error) >= 0);
  int other = rig_rigid(&a.r, vt_v3(0.3, 0.02, 0.02), 0.6, vt_v3(0.15, 0, 1));
  vt_link_def hinge = link_def(VT_LINK_HINGE, -1, other, vt_link_pose(vt_v3(0, 0, 1), vt_v3(0, 1, 0)));
  int link = rig_link(&a.r, &hinge);
  a.motor = rig_motor(&a.r, link, 20, 0.5, 0, (vt_curve){VT_LINEAR, keyed ? STEPS + 1 : 0, times, angles});
  rig_sense(&a.r, VT_SENSOR_MOTOR, a.motor);
  rig_start(&a.r);
  return a;
}

static void lead(arm *a, int step) {
  vt_error error = {0};
  CHECK(vt_world_lead_frame(a->r.world, a->frame, pose_at(step), &error));
  CHECK(vt_world_lead_motor(a->r.world, a->motor, angle_at(step), &error));
}

static void check_same(double h) {
  arm keyed = make_arm(h, true), led = make_arm(h, false);
  double apart = 0, torques = 0;
  for (int k = 1; k <= STEPS; ++k) {
    lead(&led, k);
    rig_steps(&keyed.r, 1);
    rig_steps(&led.r, 1);
    vt_vec3 a = vt_world_body_pose(keyed.r.world, keyed.body).position;
    vt_vec3 b = vt_world_body_pose(led.r.world, led.body).position;
    apart = fmax(apart, vt_norm(vt_sub(a, b)));
    double f = vt_world_sensor(keyed.r.world, 0).torque.y, g = vt_world_sensor(led.r.world, 0).torque.y;
    torques = fmax(torques, fabs(f - g));
    CHECK_NEAR(vt_norm(vt_sub(vt_world_frame_pose(led.r.world, 0).position, pose_at(k).position)), 0, 0);
  }
  // The keys of a step are found by a search, a lead by its own ends: rounding, and what the solver leaves.
  printf("| led against keys at %g ms | %.2g m, %.2g N m |\n", 1e3 * h, apart, torques);
  CHECK_NEAR(apart, 0, 1e-9);
  CHECK_NEAR(torques, 0, 1e-7);
  rig_free(&keyed.r);
  rig_free(&led.r);
}

static void check_snapshot(void) {
  vt_error error = {0};
  arm a = make_arm(0.01, false);
  for (int k = 1; k <= 20; ++k) {
    lead(&a, k);
    rig_steps(&a.r, 1);
  }
  lead(&a, 21);
  vt_snapshot *there = vt_world_save(a.r.world, NULL, &error);
  rig_steps(&a.r, 2);
  uint64_t hash = vt_world_hash(a.r.world);
  CHECK(vt_world_restore(a.r.world, there, &error));
  rig_steps(&a.r, 2);
  CHECK(vt_world_hash(a.r.world) == hash);
  vt_world_release_motor(a.r.world, a.motor);
  vt_world_release_frame(a.r.world, a.frame);
  rig_steps(&a.r, 1);
  CHECK_NEAR(vt_norm(vt_world_frame_pose(a.r.world, 0).position), 0, 0);
  CHECK(!vt_world_lead_motor(a.r.world, a.motor, NAN, &error));
  CHECK_CONTAINS(error.message, "expected a number");
  vt_snapshot_destroy(there);
  rig_free(&a.r);
}

// In the middle of a step a led frame is half-way: half a step later it is told another way from there.
static void check_between(void) {
  vt_error error = {0};
  arm a = make_arm(0.01, false);
  vt_pose there = {vt_v3(0.01, 0, 0), vt_quat_identity()};
  CHECK(vt_world_lead_frame(a.r.world, a.frame, there, &error));
  vt_settings settings = *vt_world_settings(a.r.world);
  settings.dt = 0.005;
  CHECK(vt_world_set_settings(a.r.world, &settings, &error));
  rig_steps(&a.r, 1);
  CHECK_NEAR(vt_world_frame_pose(a.r.world, a.frame).position.x, 0.005, 1e-15);
  rig_steps(&a.r, 2);
  CHECK_NEAR(vt_world_frame_pose(a.r.world, a.frame).position.x, 0.01, 0);
  rig_free(&a.r);
}

int main(void) {
  check_same(0.01);
  check_same(0.001);
  check_snapshot();
  check_between();
  return check_report();
}
