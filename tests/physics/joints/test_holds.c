// Attachments that begin and end, hands that give way, and steps that are asked to stop.
#include "hold_rig.h"

// ---------------------------------------------------------------- attachments

// Held by a frame that moves, it is as one that is held for good, and its weight is read; let go, its centre
// falls freely.
static void test_let_go(void) {
  static const double times[] = {0, 1};
  static const vt_pose poses[] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{0.02, 0, 0}, {1, 0, 0, 0}}};
  rig r = rig_new(DT, vt_v3(0, 0, -G)), always = rig_new(DT, vt_v3(0, 0, -G));
  rig *both[] = {&r, &always};
  for (int k = 0; k < 2; ++k) {
    int body = soft_cube(both[k]), frame = moving_frame(both[k], 2, times, poses);
    rig_sense(both[k], VT_SENSOR_ATTACHMENT, attach(both[k], body, frame, 0, k == 0 ? 0.2 : 0, 0));
    rig_start(both[k]);
    rig_steps(both[k], 19);
  }
  int nodes = vt_model_node_count(r.model, 0);
  for (int i = 0; i < nodes; ++i)
    CHECK(vt_norm(vt_sub(vt_world_positions(r.world, 0)[i], vt_world_positions(always.world, 0)[i])) < 1e-12);
  for (int k = 0; k < 2; ++k)
    rig_steps(both[k], 1); // which Newmark's scheme does in pieces where a hold ends
  bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
  CHECK_CLOSE(vt_world_sensor(r.world, 0).force.z, vt_world_sensor(always.world, 0).force.z,
      newmark ? 1e-4 : 1e-9); // pieces damp what vibrates less
  CHECK(vt_world_sensor(r.world, 0).force.z > 0.05);
  if (newmark) rig_steps(&r, 8); // until velocities are those of the middle of whole steps again
  vt_vec3 start = vt_world_momentum(r.world, 0);
  rig_steps(&r, 10);
  double mass = vt_model_body_mass(r.model, 0);
  CHECK_NEAR(vt_world_momentum(r.world, 0).z, start.z - 0.1 * G * mass, 1e-12);
  CHECK(vt_world_sensor(r.world, 0).force.z == 0);
  rig_free(&r);
  rig_free(&always);
}

// Falling, taken hold of at 0.1 s: the nodes go along with the frame from where they are by then.
static void test_take_hold(void) {
  static const double times[] = {0, 1};
  static const vt_pose poses[] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{0.1, 0, 0}, {1, 0, 0, 0}}};
  rig r = rig_new(DT, vt_v3(0, 0, -G));
  int body = soft_cube(&r), frame = moving_frame(&r, 2, times, poses);
  attach(&r, body, frame, 0.1, 0.5, 0);
  rig_start(&r);
  rig_steps(&r, 10);
  vt_vec3 before = vt_world_positions(r.world, 0)[26]; // a node of the top side
  CHECK_NEAR(before.z, 0.02 - fall(0.1, DT), 1e-9);
  rig_steps(&r, 40);
  CHECK_NEAR(vt_world_positions(r.world, 0)[26].z, before.z, 1e-12);
  CHECK_NEAR(vt_world_positions(r.world, 0)[26].x, before.x + 0.04, 1e-12);
  rig_steps(&r, 10);
  CHECK(vt_world_positions(r.world, 0)[26].z < before.z - 0.01);
  rig_free(&r);

  r = rig_new(DT, vt_v3(0, 0, -G));
  body = soft_cube(&r), frame = moving_frame(&r, 2, times, poses);
  attach(&r, body, frame, 0.1, 0.2, 0);
  rig_start(&r);
  check_snapshot(&r, 8, 14); // over both switches
  check_snapshot(&r, 1, 1);
  rig_free(&r);
}

// From hand to hand; at the same time two hands are refused.
static void test_hand_over(void) {
  static const double times[] = {0, 1};
  static const vt_pose poses[] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{0, 0.1, 0}, {1, 0, 0, 0}}};
  rig r = rig_new(DT, vt_v3(0, 0, -G));
  int body = soft_cube(&r), still = moving_frame(&r, 0, NULL, NULL),
      moves = moving_frame(&r, 2, times, poses);
  vt_error error = {0};
  rig_sense(&r, VT_SENSOR_ATTACHMENT, attach(&r, body, still, 0, 0.1, 0));
  rig_sense(&r, VT_SENSOR_ATTACHMENT, attach(&r, body, moves, 0.1, 0, 0));
  vt_attachment_def third = vt_attachment_def_default();
  third.body = body;
  third.frame = still;
  third.region = top();
  third.from = 0.05;
  third.until = 0.08;
  CHECK(vt_model_add_attachment(r.model, &third, &error) < 0);
  CHECK_CONTAINS(error.message, "is attached already");
  third.until = 0.05;
  error = (vt_error){0};
  CHECK(vt_model_add_attachment(r.model, &third, &error) < 0);
  CHECK_CONTAINS(error.message, "from 0.05 s until 0.05 s");
  third.until = 0;
  error = (vt_error){0};
  third.force_limit = -1;
  CHECK(vt_model_add_attachment(r.model, &third, &error) < 0);
  CHECK_CONTAINS(error.message, "force limit is -1 N");
  rig_start(&r);
  rig_steps(&r, 9);
  CHECK(vt_world_sensor(r.world, 0).force.z > 0.05 && vt_world_sensor(r.world, 1).force.z == 0);
  rig_steps(&r, 41);
  CHECK(vt_world_sensor(r.world, 0).force.z == 0 && vt_world_sensor(r.world, 1).force.z > 0.05);
  CHECK_NEAR(vt_world_positions(r.world, 0)[26].y, 0.01 + 0.04, 1e-12);
  rig_free(&r);
}

// ---------------------------------------------------------------- hands

// A hand presses the cube on the ground, 8 mm too far, and goes back up. It is as strong as its limit, no
// stronger, and comes up as soon as its keys are back where it stands.
static void test_hand_gives_way(void) {
  static const double times[] = {0, 0.5, 0.7, 1.2};
  static const vt_pose poses[] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{0, 0, -0.008}, {1, 0, 0, 0}},
      {{0, 0, -0.008}, {1, 0, 0, 0}}, {{0, 0, 0}, {1, 0, 0, 0}}};
  double limits[] = {0, 1e6, 2};
  uint64_t places[3] = {0};
  for (int k = 0; k < 3; ++k) {
    rig r = rig_touching(DT, vt_v3(0, 0, 0));
    int body = soft_cube(&r), frame = moving_frame(&r, 4, times, poses);
    rig_driven(&r, vt_v3(0.1, 0.1, 0.02), vt_v3(0, 0, -0.0102), -1);
    rig_sense(&r, VT_SENSOR_ATTACHMENT, attach(&r, body, frame, 0, 0, limits[k]));
    rig_start(&r);
    double largest = 0, behind = 0, worst = 0, before = 0;
    int tries = 0;
    for (int step = 0; step < 120; ++step) {
      rig_steps(&r, 1);
      vt_reading reading = vt_world_sensor(r.world, 0);
      largest = fmax(largest, vt_norm(reading.force));
      behind = fmax(behind, reading.length);
      // Behind all through a step, it gives all it has; else it is where its frame is.
      if (k == 2 && reading.length > 1e-5 && before > 1e-5)
        worst = fmax(worst, fabs(vt_norm(reading.force) - 2));
      before = reading.length;
      tries += vt_world_status(r.world)->again.gave;
      if (step == 49) places[k] = (uint64_t)(1e12 * vt_world_positions(r.world, 0)[0].z);
    }
    if (k == 2) {
      printf("hand of 2 N: %.4f N at most, %.3f mm behind, off by %.4f N, %d tries more\n", largest,
          1e3 * behind, worst, tries);
      CHECK(largest < 2.03 && behind > 0.004 && worst < 0.03);
      CHECK(tries < 250);
      CHECK(vt_world_sensor(r.world, 0).length == 0); // it has come back
    } else {
      CHECK(largest > 20 && tries == 0);
    }
    rig_free(&r);
  }
  CHECK(places[0] == places[1]);

  rig r = rig_touching(DT, vt_v3(0, 0, 0));
  int body = soft_cube(&r), frame = moving_frame(&r, 4, times, poses);
  rig_driven(&r, vt_v3(0.1, 0.1, 0.02), vt_v3(0, 0, -0.0102), -1);
  attach(&r, body, frame, 0, 0, 2);
  rig_start(&r);
  check_snapshot(&r, 40, 5);
  rig_free(&r);
}

// ---------------------------------------------------------------- asked to stop

static bool after(void *context) {
  int *left = context;
  return --*left < 0;
}

// Wherever a step is asked to stop, the state is the one before it, and it goes on with the same bits.
static void test_stop(void) {
  static const double times[] = {0, 0.5};
  static const vt_pose poses[] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{0, 0, -0.008}, {1, 0, 0, 0}}};
  rig r = rig_touching(DT, vt_v3(0, 0, 0));
  int body = soft_cube(&r), frame = moving_frame(&r, 2, times, poses), stopped = 0, asked = 0;
  rig_driven(&r, vt_v3(0.1, 0.1, 0.02), vt_v3(0, 0, -0.0102), -1);
  attach(&r, body, frame, 0, 0, 0);
  rig_start(&r);
  rig_steps(&r, 20);
  vt_error error = {0};
  vt_snapshot *before = vt_world_save(r.world, NULL, &error);
  rig_steps(&r, 1);
  uint64_t hash = vt_world_hash(r.world);
  for (int n = 0; n < 200; n = 2 * n + 1) {
    int left = n;
    CHECK(vt_world_restore(r.world, before, &error));
    vt_world_set_stop(r.world, after, &left);
    bool failed = vt_world_step(r.world) == VT_STEP_FAILED;
    vt_world_set_stop(r.world, NULL, NULL);
    ++asked;
    stopped += failed;
    CHECK(failed == (left < 0));
    if (failed) {
      CHECK(vt_world_status(r.world)->error.code == VT_STOPPED && vt_world_is_at(r.world, before));
      rig_steps(&r, 1);
    }
    CHECK(vt_world_hash(r.world) == hash);
  }
  CHECK(stopped > 1 && stopped < asked);
  vt_snapshot_destroy(before);
  rig_free(&r);
}

int main(void) {
  test_stop();
  test_let_go();
  test_take_hold();
  test_hand_over();
  test_hand_gives_way();
  return check_report();
}
