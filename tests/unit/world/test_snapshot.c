// Snapshots continue bit by bit, in this world and in another one of the same model; threads change nothing.
#include "check.h"
#include "unit/world/sample.h"

static void run(vt_world *world, int steps) {
  for (int k = 0; k < steps; ++k) vt_world_step(world);
}

static void check_continuation(vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error), *other = vt_world_create(model, &error);
  uint64_t start = vt_world_hash(world);
  CHECK(start == vt_world_hash(other));
  run(world, 20);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  run(world, 100);
  uint64_t end = vt_world_hash(world);
  CHECK(end != start);
  CHECK(vt_world_restore(world, snapshot, &error));
  CHECK(vt_world_step_count(world) == 20);
  run(world, 100);
  CHECK(vt_world_hash(world) == end);
  CHECK(vt_world_restore(other, snapshot, &error));
  run(other, 100);
  CHECK(vt_world_hash(other) == end);
  CHECK(memcmp(vt_world_visual_surface(world, 0).vertices, vt_world_visual_surface(other, 0).vertices,
            sizeof(vt_vec3) * (size_t)vt_world_visual_surface(world, 0).vertex_count) == 0);
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  vt_world_destroy(other);
}

static uint64_t hash_with_threads(vt_model *model, int threads) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  vt_settings settings = *vt_world_settings(world);
  settings.threads = threads;
  CHECK(vt_world_set_settings(world, &settings, &error));
  run(world, 60);
  uint64_t hash = vt_world_hash(world);
  vt_world_destroy(world);
  return hash;
}

// A change of settings, and a frame moved by hand, belong to what a snapshot keeps.
static void check_live_changes(vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  vt_settings settings = *vt_world_settings(world);
  settings.dt = 0.002;
  settings.gravity = (vt_vec3){0, -3, 0};
  CHECK(vt_world_set_settings(world, &settings, &error));
  vt_pose pose = {{0.01, 0, 0}, {1, 0, 0, 0}};
  CHECK(vt_world_move_frame(world, 0, pose, &error));
  run(world, 10);
  CHECK_NEAR(vt_world_time(world), 0.02, 1e-15);
  CHECK(vt_world_frame_pose(world, 0).position.x == 0.01);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  run(world, 30);
  uint64_t end = vt_world_hash(world);
  vt_world_release_frame(world, 0);
  run(world, 1);
  CHECK(vt_world_frame_pose(world, 0).position.x == 0);
  vt_settings back = vt_settings_default();
  CHECK(vt_world_set_settings(world, &back, &error));
  CHECK(vt_world_restore(world, snapshot, &error));
  CHECK(vt_world_settings(world)->dt == 0.002);
  run(world, 30);
  CHECK(vt_world_hash(world) == end);
  pose.rotation.w = 0;
  CHECK(!vt_world_move_frame(world, 0, pose, &error));
  CHECK_CONTAINS(error.message, "quaternion of length 0");
  error = (vt_error){0};
  settings.dt = -1;
  CHECK(!vt_world_set_settings(world, &settings, &error));
  CHECK_CONTAINS(error.message, "time step");
  CHECK(vt_world_settings(world)->dt == 0.002);
  error = (vt_error){0};
  settings.dt = 0.002;
  settings.integrator = (vt_integrator)7;
  CHECK(!vt_world_set_settings(world, &settings, &error));
  CHECK_CONTAINS(error.message, "the integrator is 7, expected euler or newmark");
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
}

int main(void) {
  vt_error error = {0};
  sample_meshes meshes;
  CHECK(sample_meshes_make(&meshes, &error));
  vt_model *model = sample_model(&meshes, &error), *stranger = sample_model(&meshes, &error);
  CHECK(model != NULL && stranger != NULL);
  sample_meshes_free(&meshes); // the model has its own copies
  check_continuation(model);
  check_live_changes(model);
  uint64_t one = hash_with_threads(model, 1);
  CHECK(hash_with_threads(model, 1) == one);
  CHECK(hash_with_threads(model, 2) == one);
  CHECK(hash_with_threads(model, 5) == one);

  vt_world *world = vt_world_create(model, &error), *foreign = vt_world_create(stranger, &error);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  CHECK(!vt_world_restore(foreign, snapshot, &error));
  CHECK_CONTAINS(error.message, "another model");
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  vt_world_destroy(foreign);
  vt_model_destroy(model);
  vt_model_destroy(stranger);
  return check_report();
}
