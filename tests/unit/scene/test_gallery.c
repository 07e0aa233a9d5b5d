// Runs the scene given as argument, changed as the other arguments say (PATH=VALUE): it runs to its end and
// keeps its expectations.
#include <stdlib.h>

#include <ventouse/scene.h>

#include "check.h"

static void run_scene(const char *path, const char *const *changes, int change_count) {
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(path, changes, change_count, &error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  vt_expectations *expectations = world != NULL ? vt_expectations_create(scene, &error) : NULL;
  CHECK(expectations != NULL);
  if (expectations == NULL) printf("  %s: %s\n", path, error.message);
  if (expectations != NULL) {
    for (int i = 0; i < vt_scene_warning_count(scene); ++i) printf("  %s\n", vt_scene_warning(scene, i));
    vt_expectations_observe(expectations, world);
    vt_step_result result = VT_STEP_OK;
    while (result != VT_STEP_FAILED && vt_world_time(world) < vt_scene_duration(scene) - 1e-9) {
      result = vt_world_step(world);
      vt_expectations_observe(expectations, world);
    }
    CHECK(result != VT_STEP_FAILED);
    if (result == VT_STEP_FAILED) printf("  %s: %s\n", path, vt_world_status(world)->error.message);
    CHECK(vt_expectations_count(expectations) > 0);
    for (int i = 0; i < vt_expectations_count(expectations); ++i) {
      vt_outcome outcome = vt_expectations_outcome(expectations, i);
      CHECK(outcome.passed);
      printf("  %s: %s: wanted %s, found %g\n", path, outcome.name, outcome.wanted, outcome.value);
    }
  }
  vt_expectations_destroy(expectations);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

int main(int count, char **arguments) {
  CHECK(count > 1);
  if (count > 1) run_scene(arguments[1], (const char *const *)(arguments + 2), count - 2);
  return check_report();
}
