// Steps: status and profile, smaller pieces when numbers fail, going back when nothing helps, sensors, and
// velocities of what is driven.
#include "base/vec.h"

#include "check.h"
#include "unit/world/sample.h"

#include <math.h>

static void check_status(const vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  for (int k = 0; k < 30; ++k) CHECK(vt_world_step(world) == VT_STEP_OK);
  const vt_status *status = vt_world_status(world);
  const vt_profile *p = vt_world_profile(world);
  CHECK(status->steps == 30 && status->substeps == 1 && status->inverted == 0);
  CHECK(status->redone <= (tested_integrator() == VT_INTEGRATOR_NEWMARK ? 3 : 0)); // what begins to move
  CHECK(status->constraints == 2 && status->iterations > 0 && status->residual <= 1e-12);
  double sum = p->drive + p->free_motion + p->collision + p->cavity + p->compliance + p->solve + p->correct +
               p->verify;
  CHECK(p->free_motion > 0 && sum <= p->total * 1.0001 && sum > 0.3 * p->total);
  CHECK(vt_world_time(world) == 30 * 0.01);
  vt_world_destroy(world);
}

// The tendon is at 0.9 of its length after 0.2 s and holds it; frame and attachment read the same body.
static void check_sensors(const vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  double start = vt_world_sensor(world, 2).length;
  for (int k = 0; k < 60; ++k) vt_world_step(world);
  vt_reading pull = vt_world_sensor(world, 2), grip = vt_world_sensor(world, 0),
             hold = vt_world_sensor(world, 1);
  CHECK(pull.tension > 0);
  CHECK_NEAR(pull.length, 0.9 * start, 1e-4 * start); // one linearisation per step
  CHECK(vt_norm(grip.force) > 0);
  // The frame also holds the end of the tendon.
  vt_vec3 anchor = {grip.force.x - hold.force.x, grip.force.y - hold.force.y, grip.force.z - hold.force.z};
  CHECK_CLOSE(vt_norm(anchor), pull.tension, 1e-9);
  CHECK(vt_world_sensor(world, 3).force.z == 0);
  vt_energy energy = vt_world_energy(world, -1), read = vt_world_sensor(world, 4).energy;
  CHECK(energy.elastic > 0 && energy.kinetic == read.kinetic && energy.elastic == read.elastic);
  CHECK(vt_world_sensor(world, 5).position.x > 0);
  vt_world_destroy(world);
}

// A node thrown at 1e160 m/s: squares overflow, no piece is small enough, and the state stays where it was.
static void check_failure(void) {
  vt_error error = {0};
  sample_meshes meshes;
  CHECK(sample_meshes_make(&meshes, &error));
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_deformable_def soft = vt_deformable_def_default();
  soft.mesh = meshes.soft;
  soft.velocity = (vt_vec3){1e306, 0, 0};
  CHECK(vt_model_add_deformable(model, &soft, &error) == 0);
  vt_world *world = vt_world_create(model, &error);
  uint64_t before = vt_world_hash(world);
  vt_step_result result = VT_STEP_OK;
  for (int k = 0; k < 2000 && result != VT_STEP_FAILED; ++k) {
    before = vt_world_hash(world);
    result = vt_world_step(world);
  }
  CHECK(result == VT_STEP_FAILED);
  CHECK(vt_world_status(world)->error.code == VT_BAD_NUMBERS);
  CHECK(vt_world_hash(world) == before);
  vt_world_destroy(world);
  vt_model_destroy(model);
  sample_meshes_free(&meshes);
}

// Points of a frame and of a driven body move as fast as they go: the fingertip turns at 0.5 rad/s about the
// wrist, which the hand carries up; moved by hand too; and after a snapshot.
static void check_driven_velocity(const sample_meshes *meshes) {
  vt_error error = {0};
  vt_model *model = sample_model(meshes, &error);
  vt_sensor_def sensor = vt_sensor_def_default();
  sensor.kind = VT_SENSOR_POINT;
  const vt_point points[2] = {{-1, 1, {0.1, 0, 0}}, {3, -1, {0.1, 0, 0}}};
  int first = vt_model_sensor_count(model);
  for (int k = 0; k < 2; ++k) {
    sensor.point = points[k];
    CHECK(vt_model_add_sensor(model, &sensor, &error) == first + k);
  }
  vt_world *world = vt_world_create(model, &error);
  double dt = vt_world_settings(world)->dt;
  CHECK(vt_world_body_velocity(world, 3).z == 0 && vt_world_sensor(world, first).velocity.y == 0);
  int steps = 0;
  for (int i = 0; i < 50; ++i) {
    vt_vec3 before[2], hub = vt_world_body_pose(world, 3).position;
    for (int k = 0; k < 2; ++k) before[k] = vt_world_sensor(world, first + k).position;
    vt_pose there = {{0, 0, hub.z + 1e-4 * (i - 35)}, {1, 0, 0, 0}};
    if (i >= 40) CHECK(vt_world_move_frame(world, 0, there, &error));
    CHECK(vt_world_step(world) == VT_STEP_OK);
    // Of a step in pieces a velocity is that of the last piece.
    bool whole = vt_world_status(world)->substeps == 1;
    steps += whole;
    CHECK(whole || tested_integrator() == VT_INTEGRATOR_NEWMARK);
    for (int k = 0; k < 2 && whole; ++k) {
      vt_reading now = vt_world_sensor(world, first + k);
      CHECK_NEAR(now.velocity.x, (now.position.x - before[k].x) / dt, 1e-12);
      CHECK_NEAR(now.velocity.y, (now.position.y - before[k].y) / dt, 1e-12);
      CHECK_NEAR(now.velocity.z, (now.position.z - before[k].z) / dt, 1e-12);
      // The chord of 5 mrad, against 0.05 m/s along the arc.
      CHECK_NEAR(hypot(now.velocity.x, now.velocity.y), 0.05, 1e-6);
    }
    vt_vec3 turn = vt_world_body_angular_velocity(world, 3);
    CHECK_NEAR(turn.x, 0, 1e-12);
    CHECK_NEAR(turn.z, 0.5, 1e-9);
    double up = (vt_world_body_pose(world, 3).position.z - hub.z) / dt;
    if (whole) CHECK_NEAR(vt_world_body_velocity(world, 3).z, up, 1e-12);
    CHECK(i < 5 || up > 0);
    CHECK(vt_world_body_velocity(world, 4).z == 0 && vt_world_body_angular_velocity(world, 4).z == 0);
  }
  CHECK(steps > 40);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  vt_vec3 last = vt_world_body_velocity(world, 3);
  vt_world_step(world); // nobody moves the hand on
  CHECK(last.z > 0.1 && vt_world_body_velocity(world, 3).z == 0);
  CHECK(vt_world_restore(world, snapshot, &error));
  CHECK(vt_world_body_velocity(world, 3).z == last.z);
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

int main(void) {
  vt_error error = {0};
  sample_meshes meshes;
  CHECK(sample_meshes_make(&meshes, &error));
  vt_model *model = sample_model(&meshes, &error);
  if (!CHECK(model != NULL)) printf("%s\n", error.message);
  check_status(model);
  check_sensors(model);
  check_driven_velocity(&meshes);
  check_failure();
  vt_model_destroy(model);
  sample_meshes_free(&meshes);
  return check_report();
}
