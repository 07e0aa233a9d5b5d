// A steady step allocates nothing of our own, and every allocation of building and stepping may fail cleanly.
#include "check.h"
#include "failing_memory.h"
#include "unit/world/sample.h"

static void check_steady(const sample_meshes *meshes) {
  vt_error error = {0};
  vt_model *model = sample_model(meshes, &error);
  vt_world *world = vt_world_create(model, &error);
  vt_snapshot *snapshot = NULL;
  CHECK(world != NULL);
  for (int k = 0; k < 5; ++k) CHECK(vt_world_step(world) == VT_STEP_OK);
  snapshot = vt_world_save(world, NULL, &error);
  allocation_count = 0;
  for (int k = 0; k < 50; ++k) vt_world_step(world);
  snapshot = vt_world_save(world, snapshot, &error);
  CHECK(vt_world_restore(world, snapshot, &error));
  vt_world_hash(world);
  CHECK(allocation_count == 0);
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

// Everything a program does, with allocation number n refused; true if it ran through.
static bool build_and_step(const sample_meshes *meshes, vt_error *error) {
  bool done = false;
  vt_world *world = NULL;
  vt_snapshot *snapshot = NULL;
  vt_model *model = sample_model(meshes, error);
  if (model != NULL) world = vt_world_create(model, error);
  if (world != NULL) {
    done = vt_world_step(world) == VT_STEP_OK && vt_world_step(world) == VT_STEP_OK;
    if (!done) *error = vt_world_status(world)->error;
    snapshot = vt_world_save(world, NULL, error);
    done = done && snapshot != NULL;
  }
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  vt_model_destroy(model);
  return done;
}

int main(void) {
  vt_error error = {0};
  sample_meshes meshes;
  CHECK(sample_meshes_make(&meshes, &error));
  check_steady(&meshes);

  allocation_count = 0;
  CHECK(build_and_step(&meshes, &error));
  long total = allocation_count;
  CHECK(total > 100);
  // Memory refused inside a step is met by trying smaller pieces, so that a step may succeed all the same.
  long unreported = 0, survived = 0;
  for (long n = 0; n < total; ++n) {
    error = (vt_error){0};
    allocation_count = 0;
    allocation_to_fail = n;
    if (build_and_step(&meshes, &error)) {
      ++survived;
    } else {
      unreported += error.code != VT_NO_MEMORY || error.message[0] == '\0';
    }
  }
  allocation_to_fail = -1;
  CHECK(unreported == 0);
  CHECK(survived < total / 20);
  printf("%ld allocations, %ld survived\n", total, survived);
  sample_meshes_free(&meshes);
  return check_report();
}
