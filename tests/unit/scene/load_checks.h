// What tests of loaded scenes share.
#ifndef VT_TESTS_LOAD_CHECKS_H
#define VT_TESTS_LOAD_CHECKS_H

#include <ventouse/scene.h>

#include "base/vec.h"
#include "check.h"
#include "memory_files.h"
#include "model/model.h"

static inline vt_world *must_create(const vt_scene *scene) {
  vt_error error = {0};
  vt_world *world = vt_world_create(vt_scene_model(scene), &error);
  if (world == NULL) {
    printf("%s\n", error.message);
    exit(1);
  }
  return world;
}

static inline void check_vector(vt_vec3 v, double x, double y, double z, double tolerance) {
  CHECK_NEAR(v.x, x, tolerance);
  CHECK_NEAR(v.y, y, tolerance);
  CHECK_NEAR(v.z, z, tolerance);
}

// Steps until the time is reached.
static inline void run_until(vt_world *world, double time) {
  while (vt_world_time(world) < time - 1e-9)
    if (vt_world_step(world) == VT_STEP_FAILED) {
      CHECK(false);
      return;
    }
}

#endif
