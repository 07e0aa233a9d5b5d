// Steps: status and profile, smaller pieces when numbers fail, going back when nothing helps, and sensors.
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
  CHECK(status->steps == 30 && status->substeps == 1 && status->redone == 0 && status->inverted == 0);
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

int main(void) {
  vt_error error = {0};
  sample_meshes meshes;
  CHECK(sample_meshes_make(&meshes, &error));
  vt_model *model = sample_model(&meshes, &error);
  if (!CHECK(model != NULL)) printf("%s\n", error.message);
  check_status(model);
  check_sensors(model);
  check_failure();
  vt_model_destroy(model);
  sample_meshes_free(&meshes);
  return check_report();
}
