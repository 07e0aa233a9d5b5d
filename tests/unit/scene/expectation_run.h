// A scene that is run with its expectations, for tests of these.
#ifndef VT_TESTS_SCENE_EXPECTATION_RUN_H
#define VT_TESTS_SCENE_EXPECTATION_RUN_H

#include <ventouse/scene.h>

#include "check.h"
#include "memory_files.h"

typedef struct run {
  vt_scene *scene;
  vt_world *world;
  vt_expectations *expectations;
} run;

// Runs a scene until a time; a scene that cannot be run ends the program.
static inline run start(const char *text, double until) {
  vt_error error = {0};
  run r = {load_text(text, &error), NULL, NULL};
  if (r.scene != NULL) r.world = vt_world_create(vt_scene_model(r.scene), &error);
  if (r.world != NULL) r.expectations = vt_expectations_create(r.scene, &error);
  if (r.expectations == NULL) {
    printf("%s\n", error.message);
    exit(1);
  }
  vt_expectations_observe(r.expectations, r.world);
  while (vt_world_time(r.world) < until - 1e-9) {
    if (vt_world_step(r.world) == VT_STEP_FAILED) exit(1);
    vt_expectations_observe(r.expectations, r.world);
  }
  return r;
}

static inline void finish(run *r) {
  vt_expectations_destroy(r->expectations);
  vt_world_destroy(r->world);
  vt_scene_destroy(r->scene);
}

#endif
